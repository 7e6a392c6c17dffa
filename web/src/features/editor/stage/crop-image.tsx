import { findBox, type BoxRef, type Frame } from '@ninesixteen/shared/slide/box'
import { IMAGE_HANDLES, TEXT_HANDLES, type Handle } from '@ninesixteen/shared/slide/geometry'
import { MAIN_FORMAT, slideHeight, type Format } from '@ninesixteen/shared/slide/formats'
import type { ImageBox } from '@ninesixteen/shared/slide/model'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, type CSSProperties } from 'react'
import { fileUrl } from '../../../api/file-urls.ts'
import type { PhotoSize } from '../design/photo-framing.ts'
import { usePhotoSize } from '../design/photo-size.ts'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'
import { CropBar } from './crop-bar.tsx'
import styles from './crop-image.module.css'
import { frameStyle, units } from './frame-style.ts'
import { useCrop } from './use-crop.ts'

const HANDLE_NAMES: Record<Handle, string> = {
  nw: 'top left corner',
  n: 'top edge',
  ne: 'top right corner',
  e: 'right edge',
  se: 'bottom right corner',
  s: 'bottom edge',
  sw: 'bottom left corner',
  w: 'left edge',
}

/** Lies over the slide while an image is cropped. Keeps the change when another box or slide is selected. */
export function CropImage({ cropping }: { cropping: BoxRef }) {
  const { store } = useEditorSession()
  const slide = useSlide()
  const entry = findBox(slide, cropping)
  const box = entry?.kind === 'image' ? entry.box : null
  const size = usePhotoSize(box?.imageUrl ?? null)
  const isSelected = useEditor((state) => state.history.present.selection.includes(cropping))
  // An image that can't be loaded is left by selecting something else.
  const isOver = !box || (!size && !isSelected)
  useEffect(() => {
    if (isOver) store.setState({ cropping: null })
  }, [store, isOver])
  return box && size && <OpenCrop key={JSON.stringify(box)} box={box} size={size} format={slide.format ?? MAIN_FORMAT} />
}

const percent = (value: number, whole: number): string => `${(value / whole) * 100}%`

/** A frame in percent of another one. */
function percentOf(frame: Frame, outer: Frame): CSSProperties {
  return {
    left: percent(frame.x - outer.x, outer.width),
    top: percent(frame.y - outer.y, outer.height),
    width: percent(frame.width, outer.width),
    height: percent(frame.height, outer.height),
  }
}

function OpenCrop({ box, size, format }: { box: ImageBox; size: PhotoSize; format: Format }) {
  const hint = useId()
  const cropping = useCrop(box, size)
  const { crop, radius, shape, surface } = cropping
  const { data: url } = useQuery({ queryKey: ['file-url', 'original', box.imageUrl], queryFn: () => fileUrl(box.imageUrl, 'original') })
  const middle = `${units(box.x + box.width / 2)} ${units(box.y + box.height / 2)}`
  const mirror = box.flip ? { scale: '-1 1' } : {}
  const corners = units(Math.min(radius, crop.part.width / 2, crop.part.height / 2))
  return (
    <>
      <div
        ref={surface}
        className={styles.surface}
        data-stage-ui
        role="application"
        tabIndex={0}
        aria-label="Crop image"
        aria-describedby={hint}
        {...cropping.pointer}
      >
        <div className={styles.turned} style={{ rotate: `${box.rotation ?? 0}deg`, transformOrigin: middle }}>
          {url && <img className={styles.whole} style={{ ...frameStyle(crop.whole), ...mirror }} src={url} alt="" draggable={false} />}
          <div className={styles.part} style={{ ...frameStyle(crop.part), borderRadius: corners }}>
            {url && <img style={{ ...percentOf(crop.whole, crop.part), ...mirror }} src={url} alt="" draggable={false} />}
          </div>
          <div className={styles.frame} style={frameStyle(crop.part)}>
            {(shape === null ? TEXT_HANDLES : IMAGE_HANDLES).map((handle) => (
              <button
                key={handle}
                type="button"
                className={styles.handle}
                data-crop-handle={handle}
                aria-label={`Crop: ${HANDLE_NAMES[handle]}`}
              />
            ))}
          </div>
        </div>
      </div>
      <p id={hint} className="visually-hidden">
        Arrow keys move the image, plus and minus zoom. Tab reaches the handles. Enter keeps the crop, Escape discards it.
      </p>
      <CropBar cropping={cropping} isLow={crop.part.y + crop.part.height / 2 > slideHeight(format) / 2} />
    </>
  )
}
