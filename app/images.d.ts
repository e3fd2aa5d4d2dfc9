// For `tsc` before the first build, whose generated types declare the same.
/// <reference types="next/image-types/global" />
