import { roleOfSlide } from '@ninesixteen/shared/looks/role-of-slide'
import { withPhoto } from '@ninesixteen/shared/looks/with-photo'
import { nameSlide } from '@ninesixteen/shared/slide/box'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { RefreshCw, Shuffle } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePhotoMaps } from '../../../api/photo-maps.ts'
import { classNames } from '../../../components/class-names.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { DialogCancel } from '../../../components/discard-guard.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { SlideView } from '../../../components/slide-view.tsx'
import { nameCount } from '../actions/slides-together.ts'
import look from '../apply-look/apply-look-dialog.module.css'
import { useCompanyBrand } from '../brand/use-company-brand.ts'
import { useEditor, useEditorSession } from '../document/session-context.ts'
import { useOtherPhotos } from './use-other-photos.ts'
import styles from './change-photos-dialog.module.css'

export interface ChangePhotosDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Offers each slide another photo that fits its words. */
export function ChangePhotosDialog({ open, onOpenChange }: ChangePhotosDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Other photos"
      description="Photos that fit the words of each slide. Clear a slide to keep its photo."
      size="large"
      closeOnOutsideClick={false}
    >
      <Choice onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Choice({ onDone }: { onDone(): void }) {
  const { store } = useEditorSession()
  const slides = useEditor((state) => state.history.present.doc.slides)
  const [kept, setKept] = useState(() => slides.filter(({ backgroundImage }) => backgroundImage === null).map(({ id }) => id))
  const { photos, isLoading, hasFailed, swap, swapAll } = useOtherPhotos(slides)
  const offered = useOffered(slides, photos)
  const changed = offered.filter((slide, index) => slide !== slides[index] && !kept.includes(slide.id))
  const toggle = (id: string): void => setKept(kept.includes(id) ? kept.filter((other) => other !== id) : [...kept, id])
  const apply = (): void => {
    store.performAll(changed.map((slide) => ({ type: 'replace-slide' as const, slide })))
    store.announce(`Photos changed on ${nameCount(changed.length).toLowerCase()}`)
    onDone()
  }
  return (
    <div className={look.choice}>
      {hasFailed && <Notice kind="bad">Photos couldn't be loaded. Try again.</Notice>}
      {!isLoading && !hasFailed && photos.size === 0 && (
        <Notice kind="info">No other photo fits. Add photos to your library to get more.</Notice>
      )}
      <ul className={classNames(look.slides, styles.list)} aria-label="Slides" aria-busy={isLoading}>
        {slides.map((slide, index) => {
          const isKept = kept.includes(slide.id) || !photos.has(slide.id)
          const name = nameSlide(slide, index)
          return (
            <li key={slide.id} className={styles.item}>
              <label className={look.slide}>
                <SlideView slide={isKept ? slide : (offered[index] ?? slide)} alt="" className={styles.slide} />
                <input
                  type="checkbox"
                  className={look.check}
                  aria-label={`Change the photo of ${name}`}
                  checked={!isKept}
                  disabled={!photos.has(slide.id)}
                  onChange={() => toggle(slide.id)}
                />
                <span className={look.number} aria-hidden="true">
                  {index + 1}
                </span>
              </label>
              <IconButton
                label={`Another photo for ${name}`}
                hint="Another photo"
                icon={<RefreshCw />}
                size="small"
                disabled={isKept || isLoading}
                onClick={() => swap(slide)}
              />
            </li>
          )
        })}
      </ul>
      <div className={look.buttons}>
        <Button variant="ghost" icon={<Shuffle />} busy={isLoading} onClick={swapAll}>
          Shuffle
        </Button>
        <DialogCancel />
        <Button variant="primary" disabled={changed.length === 0 || isLoading} onClick={apply}>
          {changed.length === 1 ? 'Change 1 photo' : `Change ${changed.length} photos`}
        </Button>
      </div>
    </div>
  )
}

/** The slides with their new photos. */
function useOffered(slides: readonly Slide[], photos: ReadonlyMap<string, string>): readonly Slide[] {
  const brand = useCompanyBrand().brand
  const maps = usePhotoMaps([...slides.flatMap(({ backgroundImage }) => backgroundImage ?? []), ...photos.values()])
  return useMemo(
    () =>
      slides.map((slide, index) => {
        const path = photos.get(slide.id)
        return path ? withPhoto(slide, { brand, path, maps, role: roleOfSlide(slides, index), index }) : slide
      }),
    [slides, photos, brand, maps],
  )
}
