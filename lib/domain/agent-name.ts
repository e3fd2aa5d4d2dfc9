/**
 * Characters that render as nothing, and spaces. U+2800 is the blank Braille pattern, which Unicode classes as a
 * symbol.
 */
export const invisibleOrSpace = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{White_Space}\u2800]/gu;

/** Lower, upper, lower: "ẞ", "ß" and "ss" become equal, and so do "Σ", "σ" and "ς". */
export const foldCase = (name: string) => name.toLowerCase().toUpperCase().toLowerCase();
