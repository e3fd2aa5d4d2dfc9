// What next-env.d.ts says of pictures, which a build writes: the types are checked before the first build, too.
/// <reference types="next/image-types/global" />
