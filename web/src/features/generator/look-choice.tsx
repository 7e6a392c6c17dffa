import { emptySlide, coverBoxes, type SlidePlace } from '@ninesixteen/shared/content-types/boxes'
import { brandedLook } from '@ninesixteen/shared/looks/brand-look'
import { dressSlide } from '@ninesixteen/shared/looks/dress-slide'
import type { LookId } from '@ninesixteen/shared/looks/look-ids'
import type { Company } from '@ninesixteen/shared/api/companies'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { STARTER_PHOTOS } from '@ninesixteen/shared/slide/starter-photos'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, orpc } from '../../api/client.ts'
import { usePhotoMaps } from '../../api/photo-maps.ts'
import { useSaveSettings } from '../../app/use-save-settings.ts'
import { inEachLook, LookCards } from '../../components/look-cards.tsx'
import { notify } from '../../components/toast.tsx'
import { useDebounced } from '../../components/use-debounced.ts'

const SAMPLE = '7 habits that make mornings easier'
/** Longer topics are no covers. */
const TITLE_MAX = 60
const TYPING_MS = 600

function cover(title: string, photo: string): Slide {
  let ids = 0
  const place: SlidePlace = {
    index: 0,
    written: 2,
    softSell: false,
    companyImages: null,
    background: photo,
    newId: () => `sample-${ids++}`,
  }
  return { ...emptySlide(place, title), textBoxes: coverBoxes(place, title) }
}

interface LookChoiceProps {
  topic: string
  company: Company | null
}

/** The look of new slides, with a cover about the topic. It is remembered for the company, or for the account without one. */
export function LookChoice({ topic, company }: LookChoiceProps) {
  const { settings, save } = useSaveSettings()
  const client = useQueryClient()
  const stored = useQuery({ ...orpc.brands.read.queryOptions({ input: { companyId: company?.id ?? '' } }), enabled: company !== null })
  const remember = useMutation({
    mutationFn: ({ id, look }: { id: string; look: LookId }) => api.companies.update({ id, look }),
    onError: () => notify.error('The look could not be saved. Try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.companies.list.key() }),
  })
  const photo = STARTER_PHOTOS[0]?.path ?? ''
  const map = usePhotoMaps([photo]).get(photo) ?? null
  const title = useDebounced(topic.trim(), TYPING_MS).slice(0, TITLE_MAX).trim() || SAMPLE
  const slides = useSamples({ title, photo, map, brand: stored.data && stored.data.version > 0 ? stored.data.brand : null })
  const value = (remember.isPending ? remember.variables.look : company?.look) ?? settings.look
  return (
    <LookCards
      label="Look"
      value={value}
      slides={slides}
      onChange={(look) => (company ? remember.mutate({ id: company.id, look }) : save({ look }))}
    />
  )
}

interface Sample {
  title: string
  photo: string
  map: Parameters<typeof dressSlide>[1]['map']
  brand: Brand | null
}

/** The sample in each look. */
function useSamples({ title, photo, map, brand }: Sample): Record<LookId, Slide> {
  return useMemo(() => {
    const sample = cover(title, photo)
    return inEachLook((look) => dressSlide(sample, { spec: brandedLook(look, brand, 'cover'), role: 'cover', index: 0, map, emphasis: '' }))
  }, [title, photo, map, brand])
}
