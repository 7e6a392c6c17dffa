import { Captions, Lightbulb, Sparkles } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentCompany } from '../app/current-company.ts'
import { lastOpenProject, noteOpenProject, paneOf, type StudioPane } from '../app/open-project.ts'
import { PageTitle } from '../app/page-title.tsx'
import { useSearchParams } from '../app/search-params.ts'
import { useRecentProjects } from '../app/recent-projects.ts'
import { studioStore, useStudioStore } from '../app/studio-store.ts'
import { Button } from '../components/button.tsx'
import { Drawer } from '../components/drawer.tsx'
import { lazyDialog, lazyPart, useFirstTouch } from '../components/load-part.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useMediaQuery } from '../components/use-media-query.ts'
import type { EditorSlots, ExportSlotProps } from '../features/editor/editor-slots.ts'
import { NoSlides } from '../features/editor/no-slides.tsx'
import { GeneratorPanel } from '../features/generator/generator-panel.tsx'
import { useRunningGeneration } from '../features/generator/use-running-generation.ts'
import { IdeasPanel } from '../features/ideas/ideas-panel.tsx'
import { RecentSlideshows } from '../features/recents/recent-slideshows.tsx'
import styles from './content-studio.module.css'
import { SlideshowDialogs, SlideshowMenu, useShownTable } from './slideshow-dialogs.tsx'

const CompanyDialog = lazyDialog(async () => (await import('../features/companies/company-dialog.tsx')).CompanyDialog)
const SlideshowTemplatesDialog = lazyDialog(
  async () => (await import('../features/slideshow-templates/slideshow-templates-dialog.tsx')).SlideshowTemplatesDialog,
)
const TemplatesDialog = lazyDialog(async () => (await import('../features/templates/templates-dialog.tsx')).TemplatesDialog)

const Editor = lazyPart(
  async () => (await import('../features/editor/editor.tsx')).Editor,
  <Skeleton height={520} radius="var(--radius-panel)" />,
)

/** The caption templates, behind their button. */
function Templates() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="ghost" icon={<Captions />} onClick={() => setOpen(true)}>
        <span className={styles.captionWords}>Caption templates</span>
      </Button>
      <TemplatesDialog open={open} onOpenChange={setOpen} />
    </>
  )
}

const CaptionDialog = lazyDialog(async () => (await import('../features/schedule-dialog/captions/caption-dialog.tsx')).CaptionDialog)

/** Captions by AI for the open slideshow. */
function WriteCaption({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="ghost" icon={<Sparkles />} onClick={() => setOpen(true)}>
        <span className={styles.captionWords}>Write caption</span>
      </Button>
      <CaptionDialog projectId={projectId} open={open} onOpenChange={setOpen} />
    </>
  )
}

/** Whether the address asks for the open export menu, at first; a reload then doesn't open it again. */
function useStartsExport(): boolean {
  const [search, setSearch] = useSearchParams()
  const [startsOpen] = useState(search.has('export'))
  const isAsked = search.has('export')
  useEffect(() => {
    if (!isAsked) return
    setSearch(
      (query) => {
        query.delete('export')
        return query
      },
      { replace: true },
    )
  }, [isAsked, setSearch])
  return startsOpen
}

/** Mounted in every open document, so it also publishes the document to the other columns. */
const ExportMenu = lazyPart(async () => {
  const [{ ExportMenu: Menu }, { useOpenDocument, useOpenProject }] = await Promise.all([
    import('../features/export/export-menu.tsx'),
    import('./open-document.ts'),
  ])
  return function ExportMenuOfDocument({ problems, disabled, ...document }: ExportSlotProps) {
    useOpenDocument()
    const startsOpen = useStartsExport()
    return <Menu source={{ ...useOpenProject(), ...document }} problems={problems} disabled={disabled} startsOpen={startsOpen} />
  }
})

const preloadEditor = (): void => {
  Editor.preload()
  ExportMenu.preload()
}
// For a link to a slideshow, loads the editor along with the session.
if (new URLSearchParams(location.search).has('project')) preloadEditor()

const features = {
  Picker: lazyDialog(async () => (await import('../features/picker/image-picker.tsx')).ImagePicker),
  OutdatedPosts: lazyPart(async () => (await import('../features/schedule-dialog/outdated-posts.tsx')).OutdatedPosts),
  VideoPreview: lazyPart(async () => (await import('../features/video/video-preview.tsx')).VideoPreview),
  ExportMenu,
} satisfies Partial<EditorSlots>

/** The open project and the visible column, both in the URL. */
function useStudioUrl() {
  const [search, setSearch] = useSearchParams()
  const actions = useMemo(() => {
    /** Null removes the parameter. */
    const change = (changed: { project?: string | null; pane?: StudioPane }, options?: { replace: boolean }): void =>
      setSearch((query) => {
        for (const [name, value] of Object.entries(changed)) {
          if (value === null) query.delete(name)
          else query.set(name, value)
        }
        return query
      }, options)
    return {
      openBeside: (project: string) => change({ project }),
      open: (project: string) => change({ project, pane: 'edit' }),
      reopen: (project: string) => change({ project }, { replace: true }),
      close: () => change({ project: null }),
      backToForm: () => change({ project: null, pane: 'create' }, { replace: true }),
      show: (pane: StudioPane) => change({ pane }),
    }
  }, [setSearch])
  return { projectId: search.get('project'), pane: paneOf(search), ...actions }
}

/** Remembers the open slideshow, and opens the one that was open last when the studio is entered without one. */
function useReopened(projectId: string | null, reopen: (projectId: string) => void): void {
  const entering = useRef(true)
  const before = useRef(projectId)
  useEffect(() => {
    if (projectId !== before.current) {
      before.current = projectId
      noteOpenProject(projectId)
    }
    if (!entering.current) return
    entering.current = false
    const last = useStudioStore.getState().generation?.status === 'running' ? null : lastOpenProject()
    const opening = projectId ?? last
    if (opening !== null) studioStore.returnTo(opening)
    // An address names any slideshow: it is remembered once it has opened.
    if (projectId === null && last !== null) reopen(last)
  }, [projectId, reopen])
}

/** When a draft was deleted because it got no slide, returns to the form, which shows the reason. */
function useLeaveRemoved(projectId: string | null, leave: () => void): void {
  const removedId = useStudioStore((state) => state.generation?.removedId ?? null)
  useEffect(() => {
    if (removedId !== null && removedId === projectId) leave()
  }, [removedId, projectId, leave])
}

/** Scrolls the opened slideshow into view: the column on a desktop, the page on a phone. */
function useOpenedInSight(projectId: string | null): RefObject<HTMLDivElement | null> {
  const column = useRef<HTMLDivElement>(null)
  const before = useRef(projectId)
  useEffect(() => {
    if (projectId === before.current) return
    before.current = projectId
    if (projectId === null) return
    column.current?.scrollTo(0, 0)
    if (column.current?.checkVisibility()) scrollTo(0, 0)
  }, [projectId])
  return column
}

interface StageProps extends Pick<EditorSlots, 'saveStatus'> {
  projectId: string | null
  open(projectId: string): void
}

function Stage({ projectId, saveStatus, open }: StageProps) {
  const generation = useStudioStore((state) => state.generation)
  const slots = useMemo(() => ({ ...features, saveStatus }), [saveStatus])
  useFirstTouch(preloadEditor)
  const { data, isPending } = useRecentProjects()
  if (projectId === null && generation?.status !== 'running') {
    return isPending ? <Skeleton height={520} radius="var(--radius-panel)" /> : <NoSlides isFirst={!data?.total} />
  }
  return <Editor projectId={projectId} generation={generation} slots={slots} onOpenProject={open} />
}

/** Three columns on a desktop, ideas in a drawer on a tablet, one column at a time on a phone. */
export function ContentStudioPage() {
  const { projectId, pane, open, openBeside, reopen, close, backToForm, show } = useStudioUrl()
  const table = useShownTable()
  const company = useCurrentCompany()
  const [addingCompany, setAddingCompany] = useState(false)
  const [ideasOpen, setIdeasOpen] = useState(false)
  const [saveStatus, setSaveStatus] = useState<HTMLElement | null>(null)
  const onPhone = useMediaQuery('(max-width: 767px)')
  useRunningGeneration(projectId, open)
  useLeaveRemoved(projectId, backToForm)
  useReopened(projectId, reopen)
  const column = useOpenedInSight(projectId)
  const makeSlideshow = (topic: string) => {
    studioStore.offerTopic(topic)
    setIdeasOpen(false)
    show('create')
  }
  const openRecent = (id: string) => {
    studioStore.openRecent(id)
    open(id)
  }
  const recents = <RecentSlideshows openId={projectId} onOpen={openRecent} onGone={close} />
  const recentsBelowForm = onPhone && pane === 'create'
  return (
    <div className={styles.studio} data-pane={pane}>
      <PageTitle>Content Studio</PageTitle>
      <h1 className="visually-hidden">Content Studio</h1>
      <div className={styles.create}>
        <GeneratorPanel
          onProject={open}
          opening={{ onOpen: openBeside, onClose: close }}
          onAddCompany={() => setAddingCompany(true)}
          ManageTemplates={SlideshowTemplatesDialog}
          onFromTable={() => table.show('new')}
        />
        {recentsBelowForm && <div className={styles.recents}>{recents}</div>}
      </div>
      <div ref={column} className={styles.edit}>
        <Panel
          title="Preview Editor"
          id="editor-heading"
          actions={
            <>
              <span ref={setSaveStatus} />
              {projectId !== null && <WriteCaption projectId={projectId} />}
              {projectId !== null && <SlideshowMenu projectId={projectId} onOpen={openRecent} />}
              <Templates />
              <Button size="small" variant="ghost" icon={<Lightbulb />} className={styles.ideasButton} onClick={() => setIdeasOpen(true)}>
                Ideas
              </Button>
            </>
          }
        >
          <Stage projectId={projectId} saveStatus={saveStatus} open={open} />
        </Panel>
        {!recentsBelowForm && recents}
      </div>
      <div className={styles.ideas}>
        <IdeasPanel idPrefix="ideas" onMakeSlideshow={makeSlideshow} />
      </div>
      <Drawer open={ideasOpen} onOpenChange={setIdeasOpen} title="Post ideas">
        <div className={styles.drawerContent}>
          <IdeasPanel idPrefix="drawer-ideas" onMakeSlideshow={makeSlideshow} />
        </div>
      </Drawer>
      <SlideshowDialogs onOpen={openRecent} onProject={openRecent} />
      <CompanyDialog
        open={addingCompany}
        onOpenChange={setAddingCompany}
        onCreated={(created) => {
          company.choose(created.id)
          setAddingCompany(false)
        }}
      />
    </div>
  )
}
