import { boundsOf, isOffSlide } from '@ninesixteen/shared/slide/geometry'
import { listBoxes } from '@ninesixteen/shared/slide/box'
import { formatSafeArea, safeAreaLabel, safeAreaOf } from '@ninesixteen/shared/slide/safe-area'
import { MAIN_FORMAT, slideHeight, slideSize } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { Button } from '../../../components/button.tsx'
import { classNames } from '../../../components/class-names.ts'
import { lazyPart } from '../../../components/load-part.tsx'
import { Notice } from '../../../components/notice.tsx'
import type { Painter } from '../../../painter/painter.ts'
import { withDraft } from '../document/draft.ts'
import { FloatingToolbar } from '../toolbar/floating-toolbar.tsx'
import { boxStyle, frameStyle } from './frame-style.ts'
import type { EditorSlots } from '../editor-slots.ts'
import { FormatMenu } from '../header/format-menu.tsx'
import { usePhone } from '../phone/use-phone.ts'
import { drawGuides } from './guide-layer.ts'
import { Overlay } from './overlay.tsx'
import { listenToPointer } from './pointer-input.ts'
import { Rewriting } from '../rewriting/rewriting.tsx'
import type { EditorSession } from '../document/session.ts'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'
import { useSafeArea } from './safe-area-choice.ts'
import { startSlideView } from './slide-view.ts'
import type { LoadFailure } from './slide-view.ts'
import { showOnStage } from './stage-drawing.ts'
import styles from './stage.module.css'
import { usePainter } from './use-painter.ts'
import { VideoStage } from './video-stage.tsx'

const AdjustPhoto = lazyPart(async () => (await import('./adjust-photo.tsx')).AdjustPhoto)
const CropImage = lazyPart(async () => (await import('./crop-image.tsx')).CropImage)

/** Moves the box elements with the gesture, once a frame and without React. */
function placeBoxes(slideElement: HTMLElement, slide: Slide): void {
  for (const entry of listBoxes(slide)) {
    const element = slideElement.querySelector<HTMLElement>(`[data-ref="${CSS.escape(entry.ref)}"]`)
    if (element) Object.assign(element.style, boxStyle(entry))
  }
}

/** The canvas leaves out the text being edited and the image being cropped, because elements over it show them. */
function withoutEdited(slide: Slide, edited: string | null): Slide {
  if (edited === null) return slide
  const isDrawn = ({ id }: { id: string }): boolean => id !== edited
  return { ...slide, textBoxes: slide.textBoxes.filter(isDrawn), imageBoxes: slide.imageBoxes.filter(isDrawn) }
}

interface StageElements {
  stage: HTMLElement
  slide: HTMLElement
  painted: HTMLCanvasElement
  shown: HTMLCanvasElement
  guides: HTMLElement
}

interface ShowParts {
  session: EditorSession
  painter: Painter
  elements: StageElements
  onLoadFailure(what: LoadFailure | null): void
  /** Whether glyphs of the slide are loading. */
  waiting(isWaiting: boolean): void
}

function showSlides({ session, painter, elements, onLoadFailure, waiting }: ShowParts): () => void {
  const { store, draft } = session
  let cached: { from: Slide; edited: string | null; slide: Slide } | null = null
  const currentSlide = (): Slide => {
    const from = withDraft(store.slide(), draft.get())
    const { editing, cropping } = store.getState()
    const edited = editing ?? cropping
    // Returns the same object for an unchanged slide: the painter's caches are keyed by identity.
    if (cached?.from !== from || cached.edited !== edited) cached = { from, edited, slide: withoutEdited(from, edited) }
    return cached.slide
  }
  const view = startSlideView({
    painter,
    painted: elements.painted,
    shown: elements.shown,
    currentSlide,
    onLoadFailure,
    drawn: (slide, { complete: isLoaded, isRough, scene }) => {
      const complete = isLoaded && !isRough
      waiting(!scene.complete)
      placeBoxes(elements.slide, slide)
      drawGuides(elements.guides, slide, draft.get())
      const whole = complete && slide === store.slide() ? slide : null
      showOnStage({ slideId: slide.id, whole, canvas: elements.painted })
      elements.painted.dataset['format'] = slide.format ?? MAIN_FORMAT
      if (complete) elements.stage.dataset['drawn'] = slide.id
    },
  })
  const stopStore = store.subscribe(view.invalidate)
  const stopDraft = draft.subscribe(() => {
    elements.stage.toggleAttribute('data-dragging', draft.get() !== null)
    view.invalidate()
  })
  return () => {
    stopStore()
    stopDraft()
    view.stop()
    showOnStage(null)
  }
}

/** The painted slide with its boxes, guides and toolbar. */
export function Stage({ VideoPreview }: Pick<EditorSlots, 'VideoPreview'>) {
  const session = useEditorSession()
  const stage = useRef<HTMLDivElement>(null)
  const slideElement = useRef<HTMLDivElement>(null)
  const painted = useRef<HTMLCanvasElement>(null)
  const shown = useRef<HTMLCanvasElement>(null)
  const guides = useRef<HTMLDivElement>(null)
  const fullscreen = useEditor((state) => state.fullscreen)
  const adjusting = useEditor((state) => state.adjusting)
  const cropping = useEditor((state) => state.cropping)
  const phone = usePhone()
  const format = useEditor((state) => state.history.present.format)
  // The painter sets the size of later formats.
  const [first] = useState({ format })
  const { painter, failed, retry } = usePainter()
  const [loadFailure, setLoadFailure] = useState<LoadFailure | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [screen, setScreen] = useState<HTMLElement | null>(null)

  useEffect(() => {
    if (!stage.current || !slideElement.current) return
    return listenToPointer(stage.current, slideElement.current, session.gestures)
  }, [session])

  useEffect(() => {
    if (!painter || !stage.current || !slideElement.current || !painted.current || !shown.current || !guides.current) return
    const canvases = { painted: painted.current, shown: shown.current }
    const elements = { stage: stage.current, slide: slideElement.current, guides: guides.current, ...canvases }
    return showSlides({ session, painter, elements, onLoadFailure: setLoadFailure, waiting: setWaiting })
  }, [session, painter])

  return (
    <div ref={stage} className={styles.stage} data-stage tabIndex={-1} role="region" aria-label="Slide">
      <div
        ref={slideElement}
        className={classNames(styles.slide, fullscreen && styles.large, !painter && styles.loading)}
        style={{ '--slide-height': slideHeight(format) } as CSSProperties}
        data-format={format}
      >
        <canvas ref={painted} {...slideSize(first)} className={styles.painted} data-painted />
        <canvas ref={shown} className={styles.canvas} aria-hidden="true" />
        <div ref={setScreen} className={styles.screen} />
        <SafeArea />
        <Overlay />
        <div ref={guides} className={styles.guides} aria-hidden="true" />
        <div role="status" className={classNames(waiting && styles.letters)}>
          {waiting && loadFailure !== 'glyphs' && <span>Loading letters…</span>}
        </div>
        <FloatingToolbar />
        {adjusting && <AdjustPhoto />}
        {cropping !== null && <CropImage cropping={cropping} />}
      </div>
      {phone && session.project.contentType !== 'multi-photo-video' && (
        <div className={styles.format} data-stage-ui>
          <FormatMenu />
        </div>
      )}
      <VideoStage VideoPreview={VideoPreview} screen={screen} />
      <div className={styles.lost} data-stage-ui>
        {failed && (
          <Notice
            kind="bad"
            action={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            The fonts couldn’t be loaded. Your work is safe.
          </Notice>
        )}
        {!failed && loadFailure && (
          <Notice kind="warn">
            {loadFailure === 'glyphs' ? 'Some letters' : 'A photo'} on this slide couldn’t be loaded.{' '}
            {loadFailure === 'glyphs' ? 'They appear' : 'It appears'} once you’re back online.
          </Notice>
        )}
        <Rewriting />
        <OffSlideNotice />
      </div>
    </div>
  )
}

/** The part of the slide that the chosen network doesn't cover. */
function SafeArea() {
  const { isShown, network } = useSafeArea()
  const format = useEditor((state) => state.history.present.format)
  const isMain = format === MAIN_FORMAT
  return (
    isShown && (
      <div
        className={styles.safe}
        style={frameStyle(isMain ? safeAreaOf(network) : formatSafeArea(format))}
        data-safe-area={isMain ? network : format}
        aria-hidden="true"
      >
        <span>{isMain ? safeAreaLabel(network) : format}</span>
      </div>
    )
  )
}

/** Boxes outside of the slide are invisible, so a notification offers to move them back. */
function OffSlideNotice() {
  const { store } = useEditorSession()
  const slide = useSlide()
  const lost = listBoxes(slide).filter((entry) => isOffSlide(entry.frame, slide.format))
  if (lost.length === 0) return null
  const bounds = boundsOf(lost.map((entry) => entry.frame))
  const bringBack = (): void => {
    const refs = lost.map((entry) => entry.ref)
    // A move by zero clamps every box to the slide.
    store.perform({ type: 'move-boxes', slideId: slide.id, refs, dx: 0, dy: 0 }, { selection: refs })
    store.announce('Boxes brought back onto the slide')
  }
  return (
    <Notice
      kind="info"
      action={
        <Button size="small" onClick={bringBack}>
          Bring back
        </Button>
      }
    >
      {lost.length === 1 ? 'A box is' : `${lost.length} boxes are`} {bounds.y > 0 ? 'below' : 'beside'} the slide.
    </Notice>
  )
}
