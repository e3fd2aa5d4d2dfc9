import { listPictureSides, parsePictureReference, toPicturePath } from "#lib/domain/picture.ts";

type Props = { file: string; alt: string; sizes: string; className: string };

/** `sizes` states the picture's width on the page, so that the browser can choose one of the stored sizes. */
export function Picture({ file, alt, sizes, className }: Props) {
  const picture = parsePictureReference(file);
  if (!picture) return null;
  const { hash, width, height } = picture;
  const longest = Math.max(width, height);
  const sources = listPictureSides(longest).map(
    (side) => `${toPicturePath({ hash, side })} ${Math.max(1, Math.round((width * side) / longest))}w`,
  );
  return (
    // biome-ignore lint/performance/noImgElement: Next would ask its image optimizer, which is off.
    <img
      src={toPicturePath({ hash, side: longest })}
      srcSet={sources.join(", ")}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      className={className}
      loading="lazy"
      decoding="async"
    />
  );
}
