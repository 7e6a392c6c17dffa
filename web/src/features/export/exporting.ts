// One lazy chunk for all parts: separate chunks would move shared code into the entry chunk.
export { ExportItems } from './export-items.tsx'
export { ExportOverlay } from './export-overlay.tsx'
export { VideoDialog } from './video-dialog.tsx'
