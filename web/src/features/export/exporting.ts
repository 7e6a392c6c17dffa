// All of exporting that is loaded when it is first asked for, as one file: in several they would share pieces that every page then loads.
export { ExportItems } from './export-items.tsx'
export { ExportOverlay } from './export-overlay.tsx'
export { VideoDialog } from './video-dialog.tsx'
