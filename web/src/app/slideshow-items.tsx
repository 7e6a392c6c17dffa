import { Languages, LayoutTemplate, Sparkles } from 'lucide-react'
import { MenuItem } from '../components/menu.tsx'
import { openSlideshowDialog } from './slideshow-dialog.ts'

/** The entries that a slideshow has in every menu. */
export function SlideshowItems({ projectId }: { projectId: string }) {
  return (
    <>
      <MenuItem icon={<Sparkles />} onSelect={() => openSlideshowDialog({ kind: 'similar', projectId })}>
        More like this
      </MenuItem>
      <MenuItem icon={<Languages />} onSelect={() => openSlideshowDialog({ kind: 'translate', projectId })}>
        Translate
      </MenuItem>
      <MenuItem icon={<LayoutTemplate />} onSelect={() => openSlideshowDialog({ kind: 'save-template', projectId })}>
        Save as template
      </MenuItem>
    </>
  )
}
