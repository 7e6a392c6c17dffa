import { findBox } from '@ninesixteen/shared/slide/box'
import { Palette } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { TEXT_STYLE_LABELS } from '../text/text-style-labels.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { actions } from '../actions/actions.ts'
import { ArrangeTools } from './arrange-tools.tsx'
import { BoxFields } from './box-fields.tsx'
import { usePhone } from '../phone/use-phone.ts'
import styles from './controls.module.css'
import { GlobalFontSize } from './global-font-size.tsx'
import { Levels } from './levels.tsx'
import { SafeAreaMenu } from './safe-area-menu.tsx'
import { RewriteMenu } from '../rewriting/rewrite-menu.tsx'
import { useActionContext, useEditor, useSlide } from '../document/session-context.ts'
import { useSafeArea } from '../stage/safe-area-choice.ts'

/** The controls next to the slide. */
export function Controls() {
  return (
    <div className={styles.controls} data-controls role="group" aria-label="Slide controls">
      <div className={styles.inner}>
        <div className={styles.row}>
          <AddTools />
          <TextTools />
          <PhotoTools />
          <DesignButton />
          <ViewTools />
        </div>
        <BoxTools />
        <Levels />
      </div>
    </div>
  )
}

export function AddTools() {
  return (
    <>
      <ActionButton action="addText" words size="small" />
      <ActionButton action="addImage" words size="small" />
      <ActionButton action="background" words size="small" />
    </>
  )
}

export function TextTools() {
  const slide = useSlide()
  return (
    <>
      <GlobalFontSize />
      <ActionButton action="changeLook" words size="small" className={styles.wide} />
      <ActionButton action="tidySlide" words size="small" className={styles.wide} />
      <ActionButton action="textStyle" words size="small" className={styles.wide} label={`Style: ${TEXT_STYLE_LABELS[slide.textStyle]}`} />
      {slide.textBoxes.length > 0 && <RewriteMenu slideId={slide.id} boxId={null} />}
    </>
  )
}

/** Photos that the words of slides find. */
export function PhotoTools() {
  return (
    <>
      <ActionButton action="findPhoto" words size="small" label="Find photo" />
      <ActionButton action="changePhotos" words size="small" label="Other photos" />
    </>
  )
}

/** Opens the panel for the look of texts and photo. The panel gives the focus back to it. */
function DesignButton() {
  const context = useActionContext()
  return (
    <Button
      size="small"
      icon={<Palette aria-hidden="true" />}
      aria-expanded={false}
      data-opens-design
      onClick={() => actions.design.run(context)}
    >
      Design
    </Button>
  )
}

/** Position, size and stacking of the selected boxes. */
export function BoxTools() {
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  if (!selection.some((ref) => findBox(slide, ref))) return null
  return (
    <div className={styles.box}>
      <BoxFields />
      <ArrangeTools />
    </div>
  )
}

export function ViewTools() {
  const { isShown } = useSafeArea()
  const phone = usePhone()
  return (
    <span className={styles.view}>
      <ActionButton action="safeArea" size="small" pressed={isShown} />
      <SafeAreaMenu />
      {!phone && <ActionButton action="shortcuts" size="small" />}
    </span>
  )
}
