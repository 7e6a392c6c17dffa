import { emptySlide, coverBoxes, type SlidePlace } from '@ninesixteen/shared/content-types/boxes'
import { defaultLook, looksToOffer } from '@ninesixteen/shared/looks/allowed-looks'
import { brandedLook, hasOwnLook, withLogoOf } from '@ninesixteen/shared/looks/brand-look'
import { dressSlide } from '@ninesixteen/shared/looks/dress-slide'
import { BRAND, type LookId } from '@ninesixteen/shared/looks/look-ids'
import type { Company } from '@ninesixteen/shared/api/companies'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { STARTER_PHOTOS } from '@ninesixteen/shared/slide/starter-photos'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, orpc } from '../../api/client.ts'
import { usePhotoMaps } from '../../api/photo-maps.ts'
import { useSaveSettings } from '../../app/use-save-settings.ts'
import { inEachLook, LookCards } from '../../components/look-cards.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import { useDebounced } from '../../components/use-debounced.ts'

const SAMPLE = '7 habits that make mornings easier'
/** Longer topics are no covers. */
const TITLE_MAX = 60
const TYPING_MS = 600
/** Photos that are equally good come by chance, so that another request would change the pictures. */
const NEXT_PHOTO_MS = 5 * 60_000

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
  const title = useDebounced(topic.trim(), TYPING_MS).slice(0, TITLE_MAX).trim() || SAMPLE
  const photo = useNextPhoto(title, company?.id ?? null)
  const map = usePhotoMaps([photo]).get(photo) ?? null
  const brand = stored.data && stored.data.version > 0 ? stored.data.brand : null
  const slides = useSamples({ title, photo, map, brand, logoPath: company?.logoPath ?? null })
  const chosen = (remember.isPending ? remember.variables.look : company?.look) ?? null
  const rules = { allowed: company?.allowedLooks ?? [], brand }
  const isBrandGone = (chosen ?? settings.look) === BRAND && !stored.isLoading && !hasOwnLook(brand)
  // A card that comes first once the brand is loaded would be scrolled out of sight.
  if (stored.isLoading) return <Skeleton height={208} />
  return (
    <>
      <LookCards
        label="Look"
        value={defaultLook({ ...rules, look: chosen, account: settings.look })}
        offered={looksToOffer(rules)}
        slides={slides}
        onChange={(look) => (company ? remember.mutate({ id: company.id, look }) : save({ look }))}
      />
      {isBrandGone && (
        <Notice kind="info">The look Brand needs fonts or colors of a brand. New slides use Bold until there are some.</Notice>
      )}
    </>
  )
}

/** The photo that a slideshow about a topic would begin with; a starter photo until it is known, and without any. */
function useNextPhoto(topic: string, companyId: string | null): string {
  const { data } = useQuery({
    ...orpc.media.suggest.queryOptions({ input: { topic, companyId, words: [''] } }),
    placeholderData: keepPreviousData,
    staleTime: NEXT_PHOTO_MS,
  })
  return data?.[0] ?? STARTER_PHOTOS[0]?.path ?? ''
}

interface Sample {
  title: string
  photo: string
  map: Parameters<typeof dressSlide>[1]['map']
  brand: Brand | null
  logoPath: string | null
}

/** The sample in each look. */
function useSamples({ title, photo, map, brand, logoPath }: Sample): Record<LookId, Slide> {
  return useMemo(() => {
    const sample = cover(title, photo)
    return inEachLook((look) => {
      const slide = dressSlide(sample, { spec: brandedLook(look, brand, 'cover'), role: 'cover', index: 0, map, emphasis: '' })
      return withLogoOf(slide, { brand: brand && { ...brand, logoPath }, role: 'cover' })
    })
  }, [title, photo, map, brand, logoPath])
}
