import { LOOK_IDS, type LookId } from '@ninesixteen/shared/looks/look-ids'
import { LOOKS } from '@ninesixteen/shared/looks/looks'
import type { Brand } from '@ninesixteen/shared/brand/model'
import type { PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { Shuffle } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePhotoMaps } from '../../../api/photo-maps.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { DialogCancel } from '../../../components/discard-guard.tsx'
import { inEachLook, LookCards } from '../../../components/look-cards.tsx'
import { useCompanyBrand } from '../brand/use-company-brand.ts'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'
import { dressInDocument } from '../tidy/dress-in-document.ts'
import styles from './apply-look-dialog.module.css'

export interface ChangeLookDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Gives slides one of the product's looks. Texts and photos stay. */
export function ChangeLookDialog({ open, onOpenChange }: ChangeLookDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change look"
      description="Changes typefaces, colors, sizes and places. Texts and photos stay."
      size="large"
      closeOnOutsideClick={false}
    >
      <Choice onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type Scope = 'all' | 'slide'

const SCOPES: readonly { value: Scope; label: string }[] = [
  { value: 'all', label: 'All slides' },
  { value: 'slide', label: 'This slide' },
]

interface Wearing {
  look: LookId
  slides: readonly Slide[]
  maps: ReadonlyMap<string, PhotoMap>
  brand: Brand | null
}

function dressed(slide: Slide, { maps, ...wearing }: Wearing): Slide {
  return dressInDocument(slide, { ...wearing, map: maps.get(slide.backgroundImage ?? '') ?? null })
}

function Choice({ onDone }: { onDone(): void }) {
  const { store } = useEditorSession()
  const slides = useEditor((state) => state.history.present.doc.slides)
  const current = useSlide()
  const brand = useCompanyBrand()?.brand ?? null
  const maps = usePhotoMaps(slides.flatMap(({ backgroundImage }) => backgroundImage ?? []))
  const [look, setLook] = useState<LookId | null>(null)
  const [scope, setScope] = useState<Scope>('all')
  const shown = slides.find(({ id }) => id === current.id) ?? current
  const inLook = (slide: Slide, wanted: LookId): Slide => dressed(slide, { look: wanted, slides, maps, brand })
  const samples = useMemo(() => inEachLook((wanted) => dressed(shown, { look: wanted, slides, maps, brand })), [shown, slides, maps, brand])
  const apply = (wanted: LookId): void => {
    const changed = scope === 'all' ? slides : [shown]
    const isChanged = store.performAll(changed.map((slide) => ({ type: 'replace-slide' as const, slide: inLook(slide, wanted) })))
    store.announce(isChanged ? `Look: ${LOOKS[wanted].label}` : 'These slides have this look already')
    onDone()
  }
  const surprise = (): void => {
    const others = LOOK_IDS.filter((id) => id !== look && id !== 'classic')
    setLook(others[Math.floor(Math.random() * others.length)] ?? null)
  }
  return (
    <div className={styles.choice}>
      <LookCards label="Look" value={look} slides={samples} onChange={setLook} />
      {slides.length > 1 && <ChoiceRow<Scope> label="Apply to" value={scope} options={SCOPES} onChange={setScope} />}
      <div className={styles.buttons}>
        <Button variant="ghost" icon={<Shuffle />} onClick={surprise}>
          Surprise me
        </Button>
        <DialogCancel />
        <Button variant="primary" disabled={look === null} onClick={() => look && apply(look)}>
          Apply look
        </Button>
      </div>
    </div>
  )
}
