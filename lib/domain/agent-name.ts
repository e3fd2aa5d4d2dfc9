/**
 * Spaces and characters that render as nothing. Includes U+2800, the blank Braille pattern, which Unicode classes as a
 * symbol.
 */
export const invisibleOrSpace = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{White_Space}\u2800]/gu;

/** Lower, upper and lower case again, so that "ẞ", "ß" and "ss" become equal, as do "Σ", "σ" and "ς". */
export const foldCase = (name: string) => name.toLowerCase().toUpperCase().toLowerCase();
