import AdminLayout, { generateMetadata, viewport } from "../admin/layout.tsx";

/** The layout of the desk, but rendered at build. */
export { generateMetadata, viewport };
export default AdminLayout;
