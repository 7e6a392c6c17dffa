import { looksToChoose, looksToOffer } from '@ninesixteen/shared/looks/allowed-looks'
import { withLogoOf } from '@ninesixteen/shared/looks/brand-look'
import { BRAND, type LookId } from '@ninesixteen/shared/looks/look-ids'
import { LOOKS } from '@ninesixteen/shared/looks/looks'
import { roleOfSlide } from '@ninesixteen/shared/looks/role-of-slide'
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
import { useCompanyBrand, type CompanyBrand } from '../brand/use-company-brand.ts'
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
  brand: CompanyBrand | null
}

function dressed(slide: Slide, { maps, brand, ...wearing }: Wearing): Slide {
  const { look, slides } = wearing
  const changed = dressInDocument(slide, { ...wearing, brand, map: maps.get(slide.backgroundImage ?? '') ?? null })
  return look === BRAND ? withLogoOf(changed, { brand, role: roleOfSlide(slides, slides.indexOf(slide)) }) : changed
}

function Choice({ onDone }: { onDone(): void }) {
  const { store } = useEditorSession()
  const slides = useEditor((state) => state.history.present.doc.slides)
  const current = useSlide()
  const { brand, company } = useCompanyBrand()
  const rules = { allowed: company?.allowedLooks ?? [], brand }
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
    const others = looksToChoose(rules).filter((id) => id !== look)
    setLook((previous) => others[Math.floor(Math.random() * others.length)] ?? previous)
  }
  return (
    <div className={styles.choice}>
      <LookCards label="Look" value={look} offered={looksToOffer(rules)} slides={samples} onChange={setLook} />
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
