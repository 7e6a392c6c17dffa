import { Ellipsis } from 'lucide-react'
import { closeSlideshowDialog, useSlideshowDialog } from '../app/slideshow-dialog.ts'
import { SlideshowItems } from '../app/slideshow-items.tsx'
import { useSearchParams } from '../app/search-params.ts'
import { IconButton } from '../components/icon-button.tsx'
import { startLike } from '../features/generator/submit-generation.ts'
import { VariantMenu } from '../features/translations/variant-menu.tsx'
import { lazyPart, useWasOpened } from '../components/load-part.tsx'
import { Menu } from '../components/menu.tsx'

const SaveTemplate = lazyPart(
  async () => (await import('../features/slideshow-templates/save-slideshow-template.tsx')).SaveSlideshowTemplate,
)

const Translate = lazyPart(async () => (await import('../features/translations/translate-dialog.tsx')).TranslateDialog)
const Similar = lazyPart(async () => (await import('../features/similar-topics/similar-dialog.tsx')).SimilarDialog)
const SlideshowTables = lazyPart(
  async () => (await import('../features/slideshow-tables/slideshow-tables-dialog.tsx')).SlideshowTablesDialog,
)

/** The table of slideshows that is shown, in the URL: a notification links to it. */
export function useShownTable() {
  const [search, setSearch] = useSearchParams()
  const show = (table: string | null, project?: string): void =>
    setSearch((query) => {
      if (table === null) query.delete('table')
      else query.set('table', table)
      if (project !== undefined) query.set('project', project)
      if (project !== undefined) query.set('pane', 'edit')
      return query
    })
  return { shown: search.get('table'), show }
}

interface SlideshowDialogsProps {
  onOpen(projectId: string): void
  /** A generation has created its slideshow. */
  onProject(projectId: string): void
}

/** The dialogs of slideshows that menus open, and the tables. */
export function SlideshowDialogs({ onOpen, onProject }: SlideshowDialogsProps) {
  const request = useSlideshowDialog((state) => state.request)
  const table = useShownTable()
  const isTableOpened = useWasOpened(table.shown !== null)
  return (
    <>
      {request?.kind === 'save-template' && <SaveTemplate projectId={request.projectId} onClose={closeSlideshowDialog} />}
      {request?.kind === 'translate' && <Translate projectId={request.projectId} onOpen={onOpen} onClose={closeSlideshowDialog} />}
      {request?.kind === 'similar' && (
        <Similar
          projectId={request.projectId}
          onChosen={({ topic, project }) => {
            closeSlideshowDialog()
            void startLike({ topic, project, onProject })
          }}
          onClose={closeSlideshowDialog}
        />
      )}
      {isTableOpened && <SlideshowTables shown={table.shown} onShow={table.show} onOpenSlideshow={(id) => table.show(null, id)} />}
    </>
  )
}

/** The menu of the open slideshow. */
export function SlideshowMenu({ projectId, onOpen }: { projectId: string; onOpen(projectId: string): void }) {
  return (
    <>
      <VariantMenu projectId={projectId} onOpen={onOpen} />
      <Menu align="end" trigger={<IconButton size="small" label="Slideshow actions" icon={<Ellipsis />} />}>
        <SlideshowItems projectId={projectId} />
      </Menu>
    </>
  )
}
