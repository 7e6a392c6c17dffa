import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { imagePrompt } from '@ninesixteen/shared/photos/image-prompt'
import { searchWordsOf } from '@ninesixteen/shared/photos/search-words'
import { nameBox } from '@ninesixteen/shared/slide/box'
import { nameImage, newImageBox, placeNew } from '@ninesixteen/shared/slide/new-box'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { classNames } from '../../components/class-names.ts'
import { lazyDialog, lazyPart } from '../../components/load-part.tsx'
import type { ActionContext } from './actions/editor-action.ts'
import { useCompanyBrand } from './brand/use-company-brand.ts'
import { Controls } from './controls/controls.tsx'
import { EditorHeader } from './header/editor-header.tsx'
import { useConflict } from './notifications/use-conflict.tsx'
import type { EditorSlots } from './editor-slots.ts'
import styles from './editor.module.css'
import { FilmStrip } from './film-strip/film-strip.tsx'
import { newUuid } from '../../api/new-id.ts'
import { SessionContext, useEditor, useEditorSession, useStatus } from './document/session-context.ts'
import type { EditorSession } from './document/session.ts'
import { Stage } from './stage/stage.tsx'
import { useClipboard } from './clipboard/use-clipboard.ts'
import { useDroppedImages } from './dropped-files/use-dropped-images.tsx'
import { changePhoto, placingIn, tidySlide } from './tidy/place-texts.ts'
import { useInertOutside } from './use-inert-outside.ts'
import { focusStage, useKeyboard } from './keyboard/use-keyboard.ts'
import { usePhone } from './phone/use-phone.ts'

const loadDesignPanel = async () => (await import('./design/design-panel.tsx')).DesignPanel
const DesignPanel = lazyPart(loadDesignPanel, <Controls />)
const PhoneDesignPanel = lazyPart(loadDesignPanel, <div className={styles.tray} />)
const PhoneTray = lazyPart(async () => (await import('./phone/phone-tray.tsx')).PhoneTray, <div className={styles.tray} />)
const SlideGrid = lazyPart(
  async () => (await import('./slide-grid/slide-grid.tsx')).SlideGrid,
  <div className={styles.opening} aria-busy="true" />,
)
const NotificationList = lazyPart(async () => (await import('./notifications/notification-list.tsx')).NotificationList)
const ApplyLookDialog = lazyDialog(async () => (await import('./apply-look/apply-look-dialog.tsx')).ApplyLookDialog)
const ChangeLookDialog = lazyDialog(async () => (await import('./apply-look/change-look-dialog.tsx')).ChangeLookDialog)
const ChangePhotosDialog = lazyDialog(async () => (await import('./change-photos/change-photos-dialog.tsx')).ChangePhotosDialog)
const VersionsDialog = lazyDialog(async () => (await import('./versions/versions-dialog.tsx')).VersionsDialog)
const ToneDialog = lazyDialog(async () => (await import('./rewriting/tone-dialog.tsx')).ToneDialog)
const ShortcutsDialog = lazyDialog(async () => (await import('./keyboard/shortcuts-dialog.tsx')).ShortcutsDialog)

export interface OpenEditorProps {
  session: EditorSession
  slots: EditorSlots
  onOpenProject(projectId: string): void
}

export function OpenEditor({ session, slots, onOpenProject }: OpenEditorProps) {
  const [picking, setPicking] = useState<Picking>({ open: false, purpose: 'background', isFinding: false })
  const [shortcuts, setShortcuts] = useState(false)
  const [versions, setVersions] = useState(false)
  const [changingLook, setChangingLook] = useState(false)
  const [changingPhotos, setChangingPhotos] = useState(false)
  const [look, setLook] = useState<{ open: boolean; targets: readonly string[] }>({ open: false, targets: [] })
  const [tone, setTone] = useState<{ open: boolean; target: { slideId: string; boxId: string | null } | null }>({
    open: false,
    target: null,
  })
  const placing = useMemo(() => placingIn(session), [session])
  const context = useMemo<ActionContext>(
    () => ({
      session,
      ui: {
        pick: (purpose) => setPicking({ open: true, purpose, isFinding: false }),
        findPhoto: () => setPicking({ open: true, purpose: 'background', isFinding: true }),
        showShortcuts: () => setShortcuts(true),
        showVersions: () => setVersions(true),
        changePhoto: (slideId, path) => void changePhoto(placing, slideId, path),
        tidySlide: () => void tidySlide(placing, session.store.storedSlide().id),
        changeLook: () => setChangingLook(true),
        changePhotos: () => setChangingPhotos(true),
        applyLook: (targets) => setLook({ open: true, targets }),
        askTone: (target) => setTone({ open: true, target }),
      },
    }),
    [session, placing],
  )
  return (
    <SessionContext value={context}>
      <EditorBody context={context} slots={slots} onOpenProject={onOpenProject} picking={picking} onPicking={setPicking} />
      <ShortcutsDialog open={shortcuts} onOpenChange={setShortcuts} />
      <ApplyLookDialog {...look} onOpenChange={(open) => setLook((before) => ({ ...before, open }))} />
      <ChangeLookDialog open={changingLook} onOpenChange={setChangingLook} />
      <ChangePhotosDialog open={changingPhotos} onOpenChange={setChangingPhotos} />
      <VersionsDialog open={versions} onOpenChange={setVersions} />
      <ToneDialog {...tone} onOpenChange={(open) => setTone((before) => ({ ...before, open }))} />
    </SessionContext>
  )
}

/** `purpose` stays while the dialog closes. */
interface Picking {
  open: boolean
  purpose: 'background' | 'image-box'
  isFinding: boolean
}

interface EditorBodyProps extends Omit<OpenEditorProps, 'session'> {
  context: ActionContext
  picking: Picking
  onPicking(picking: Picking): void
}

function EditorBody({ context, slots, onOpenProject, picking, onPicking }: EditorBodyProps) {
  const root = useRef<HTMLDivElement>(null)
  const { store, project } = context.session
  const fullscreen = useEditor((state) => state.fullscreen)
  const isGrid = useEditor((state) => state.grid !== null)
  const saves = useStatus((status) => status.saves)
  const conflict = useConflict(onOpenProject)
  useKeyboard(root, context)
  useClipboard(context)
  useInertOutside(root, fullscreen)
  const dropQuestion = useDroppedImages(context.session)
  const closePicker = (): void => onPicking({ ...picking, open: false })
  const pick = (filePath: string, filename?: string): void => {
    const slide = store.storedSlide()
    const { id } = slide
    if (picking.purpose === 'background') {
      context.ui.changePhoto(id, filePath)
    } else {
      const box = placeNew(slide, { ...newImageBox(newUuid(), filePath), ...nameImage(slide, filename) })
      store.perform({ type: 'add-boxes', slideId: id, imageBoxes: [box], format: MAIN_FORMAT }, { selection: [box.id] })
      store.announce(`${nameBox(store.storedSlide(), box.id)} added`)
    }
    closePicker()
    focusStage(root.current, store.getState().history.present.selection[0])
  }
  return (
    <div ref={root} className={classNames(styles.editor, fullscreen && styles.fullscreen)}>
      <EditorHeader ExportMenu={slots.ExportMenu} saveStatus={slots.saveStatus} onResolve={conflict.show} onSaveCopy={conflict.saveCopy} />
      <EditorNotifications />
      {saves > 0 && <slots.OutdatedPosts projectId={project.id} saves={saves} />}
      {isGrid ? <SlideGrid /> : <Work VideoPreview={slots.VideoPreview} />}
      <LiveRegion />
      <Picker slot={slots.Picker} picking={picking} onClose={closePicker} onPick={pick} />
      {conflict.dialog}
      {dropQuestion}
    </div>
  )
}

interface PickerProps {
  slot: EditorSlots['Picker']
  picking: Picking
  onClose(): void
  onPick(filePath: string): void
}

/** The picker, with proposals from the slide and the brand. */
function Picker({ slot: Slot, picking, onClose, onPick }: PickerProps) {
  const { store, project } = useEditorSession()
  const companyId = useStatus((status) => status.companyId)
  const { brand } = useCompanyBrand()
  const slide = picking.open ? store.storedSlide() : null
  const words = slide ? searchWordsOf(slide, project.topic) : ''
  const { backgroundImage: photo = null } = slide ?? {}
  return (
    <Slot
      open={picking.open}
      onOpenChange={(open) => !open && onClose()}
      purpose={picking.purpose}
      companyId={companyId}
      words={words}
      isFinding={picking.isFinding}
      prompt={imagePrompt({ words, colors: brand?.colors.map(({ hex }) => hex) ?? [], tone: brand?.tone ?? '' })}
      sourcePath={photo !== null && !isStarterPath(photo) ? photo : null}
      onPick={onPick}
    />
  )
}

/** The stage and its controls. */
function Work({ VideoPreview }: Pick<EditorSlots, 'VideoPreview'>) {
  const isDesigning = useEditor((state) => state.design.isOpen)
  const phone = usePhone()
  return (
    <div className={styles.work}>
      <Stage VideoPreview={VideoPreview} />
      {phone ? (
        isDesigning ? (
          <PhoneDesignPanel />
        ) : (
          <PhoneTray />
        )
      ) : (
        <>
          <FilmStrip />
          {isDesigning ? <DesignPanel /> : <Controls />}
        </>
      )}
    </div>
  )
}

/** Announces actions to screen readers. */
function LiveRegion() {
  const announcement = useEditor((state) => state.announcement)
  return (
    <div className="visually-hidden">
      {/* Screen readers announce changes of an existing region; alternating between two announces repeated messages. */}
      {[0, 1].map((turn) => (
        <p key={turn} role="status">
          {announcement.count % 2 === turn && announcement.text}
        </p>
      ))}
    </div>
  )
}

function EditorNotifications() {
  const { olderWork } = useEditorSession()
  const older = useStore(olderWork.state)
  const isNeeded = useStatus(({ restoredFrom, otherTabs, journalBlocked }) => restoredFrom !== null || otherTabs > 0 || journalBlocked)
  return (isNeeded || older.length > 0) && <NotificationList />
}
