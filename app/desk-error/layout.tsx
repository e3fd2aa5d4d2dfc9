import AdminLayout, { generateMetadata, viewport } from "../admin/layout.tsx";

/** The frame of the desk without its being made for each request. */
export { generateMetadata, viewport };
export default AdminLayout;
