import { Crop, Image, Layers, Shapes, Sticker, Type, X } from 'lucide-react'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { takesText } from '../../../components/keyboard.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import { Tabs, type TabItem } from '../../../components/tabs.tsx'
import { useCompanyBrand } from '../brand/use-company-brand.ts'
import type { BoxRef } from '@ninesixteen/shared/slide/box'
import { focusStage } from '../keyboard/use-keyboard.ts'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'
import type { DesignTab } from '../document/editor-store.ts'
import { useBackgroundSample } from './background-sample.ts'
import type { Palette } from './color-chooser.tsx'
import styles from './design-panel.module.css'
import { ImageTab } from './image-tab.tsx'
import { LayersTab } from './layers-tab.tsx'
import { photoPalette } from './photo-palette.ts'
import { PhotoTab } from './photo-tab.tsx'
import { ElementsTab } from './elements-tab.tsx'
import { ShapeTab } from './shape-tab.tsx'
import { TextTab } from './text-tab.tsx'
import { useSelectedKind } from './use-box-styling.ts'

/** Colors of the slide's background that the choosers offer. */
const SLIDE_COLORS = 8

/** Focuses the selected box, so that keys reach it, else the button that opens the panel, once it is back on the page. */
function focusAfterClosing(selected: BoxRef | undefined): void {
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement !== document.body && !activeElement?.matches('[data-opens-design]')) return
    if (selected === undefined) document.querySelector<HTMLElement>('[data-opens-design]')?.focus()
    else focusStage(document.body, selected)
  })
}

/** The look of texts and photo, next to the slide; on a phone a sheet below it. */
export function DesignPanel() {
  const { store } = useEditorSession()
  const slide = useSlide()
  const tab = useEditor((state) => state.design.tab)
  const panel = useRef<HTMLDivElement>(null)
  const kind = useSelectedKind()
  const background = useBackgroundSample(slide)
  const { brand } = useCompanyBrand()
  const palettes = useMemo<Palette[]>(() => {
    const branded = brand ? [{ label: 'Brand', colors: brand.colors.map(({ hex }) => hex) }] : []
    return background ? [...branded, { label: 'From this slide', colors: photoPalette(background, SLIDE_COLORS) }] : branded
  }, [background, brand])

  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true })
    return () => focusAfterClosing(store.getState().history.present.selection[0])
  }, [store])

  const close = (): void => store.setState({ design: { isOpen: false, tab } })
  const onKeyDown = (event: KeyboardEvent): void => {
    // In a field, Escape discards what was typed.
    if (event.key !== 'Escape' || event.defaultPrevented || takesText(event.target)) return
    event.preventDefault()
    close()
  }
  const styleTab = (): TabItem<DesignTab> => {
    if (kind === 'shape')
      return { value: 'text', label: 'Shape', icon: <Shapes aria-hidden="true" />, content: <ShapeTab palettes={palettes} /> }
    if (kind === 'image')
      return { value: 'text', label: 'Image', icon: <Crop aria-hidden="true" />, content: <ImageTab palettes={palettes} /> }
    const content = <TextTab background={background} palettes={palettes} />
    return { value: 'text', label: 'Text', icon: <Type aria-hidden="true" />, content }
  }
  return (
    <div className={styles.place} data-controls data-design>
      <div ref={panel} className={styles.panel} role="region" aria-label="Design" onKeyDown={onKeyDown}>
        <Tabs<DesignTab>
          label="Design"
          look="pill"
          value={tab}
          onChange={(next) => store.setState({ design: { isOpen: true, tab: next } })}
          items={[
            styleTab(),
            { value: 'photo', label: 'Photo', icon: <Image aria-hidden="true" />, content: <PhotoTab palettes={palettes} /> },
            { value: 'elements', label: 'Elements', icon: <Sticker aria-hidden="true" />, content: <ElementsTab /> },
            { value: 'layers', label: 'Layers', icon: <Layers aria-hidden="true" />, content: <LayersTab /> },
          ]}
        />
        <IconButton className={styles.close} size="small" label="Close design" icon={<X aria-hidden="true" />} onClick={close} />
      </div>
    </div>
  )
}
