import { Ellipsis } from 'lucide-react'
import { closeSlideshowDialog, useSlideshowDialog } from '../app/slideshow-dialog.ts'
import { SlideshowItems } from '../app/slideshow-items.tsx'
import { IconButton } from '../components/icon-button.tsx'
import { lazyPart } from '../components/load-part.tsx'
import { Menu } from '../components/menu.tsx'

const SaveTemplate = lazyPart(
  async () => (await import('../features/slideshow-templates/save-slideshow-template.tsx')).SaveSlideshowTemplate,
)

/** The dialogs about one slideshow that menus open. */
export function SlideshowDialogs() {
  const asked = useSlideshowDialog((state) => state.asked)
  if (!asked) return null
  return <SaveTemplate key={asked.projectId} projectId={asked.projectId} onClose={closeSlideshowDialog} />
}

/** The menu of the open slideshow. */
export function SlideshowMenu({ projectId }: { projectId: string }) {
  return (
    <Menu align="end" trigger={<IconButton size="small" label="Slideshow actions" icon={<Ellipsis />} />}>
      <SlideshowItems projectId={projectId} />
    </Menu>
  )
}
