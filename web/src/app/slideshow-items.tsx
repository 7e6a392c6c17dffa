import { LayoutTemplate } from 'lucide-react'
import { MenuItem } from '../components/menu.tsx'
import { openSlideshowDialog } from './slideshow-dialog.ts'

/** The entries that a slideshow has in every menu. */
export function SlideshowItems({ projectId }: { projectId: string }) {
  return (
    <MenuItem icon={<LayoutTemplate />} onSelect={() => openSlideshowDialog({ kind: 'save-template', projectId })}>
      Save as template
    </MenuItem>
  )
}
