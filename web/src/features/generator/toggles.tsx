import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { PHOTO_PLATFORMS, PLATFORMS } from '@ninesixteen/shared/platforms'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import { connectPath } from '../../app/connect-return.ts'
import { Link } from '../../components/link.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { planOf, type GeneratorDraft } from './generator-draft.ts'
import styles from './generator-panel.module.css'

export interface TogglesProps {
  draft: GeneratorDraft
  change(patch: Partial<GeneratorDraft>): void
  companyName: string | null
  closingText: string
}

const PHOTO_SOURCES = new Intl.ListFormat('en', { type: 'disjunction' }).format(PHOTO_PLATFORMS.map(({ label }) => label))

/** The source of the photos, and what is missing to use them. */
function BlogPhotosHint() {
  const accounts = useQuery(orpc.accounts.list.queryOptions())
  const account = accounts.data?.find(({ platform }) => PLATFORMS[platform].givesPhotos)
  const source = 'Uses photos from the blogs you follow, starting with your company’s.'
  // The accounts are loading or failed to load.
  if (!accounts.data || account?.state === 'active') return source
  const missing = account ? (
    <>
      {PLATFORMS[account.platform].label} no longer accepts @{account.username}: <Link to={connectPath()}>reconnect it in Settings</Link>
    </>
  ) : (
    <>
      Needs a {PHOTO_SOURCES} account, <Link to={connectPath()}>connected in Settings</Link>
    </>
  )
  return (
    <>
      {source} {missing}; until then we use your own photos.
    </>
  )
}

/** Soft sell, closing slide and photo source, as far as the content type has them. */
export function Toggles({ draft, change, companyName, closingText }: TogglesProps) {
  const { softSell, likeAndFollow, label } = CONTENT_TYPES[draft.contentType]
  const automatic = useQuery(orpc.stock.automatic.queryOptions())
  const offered = `Mentions ${companyName ?? 'your company'} on one slide.`
  return (
    <div className={styles.toggles}>
      {!draft.usesTemplate && (
        <SwitchField
          label="Call to action / soft sell"
          hint={softSell ? offered : `Not available for ${label}.`}
          checked={softSell && draft.softSell}
          disabled={!softSell}
          onChange={(next) => change({ softSell: next, likeAndFollow: null })}
        />
      )}
      {likeAndFollow && !draft.usesTemplate && (
        <SwitchField
          label={`Close with “${closingText}”`}
          hint="Adds a slide with your logo."
          checked={planOf(draft).likeAndFollow}
          onChange={(next) => change({ likeAndFollow: next })}
        />
      )}
      <SwitchField
        label={`${PHOTO_SOURCES} photos as backgrounds`}
        hint={<BlogPhotosHint />}
        checked={draft.useTumblrPhotos}
        onChange={(next) => change({ useTumblrPhotos: next, ...(next && { findPhotos: false }) })}
      />
      <SwitchField
        label="Find photos for me"
        hint="Free photos of your topic as backgrounds. We add them to your library with their credits."
        checked={draft.findPhotos ?? automatic.data?.isOn ?? false}
        onChange={(next) => change({ findPhotos: next, ...(next && { useTumblrPhotos: false }) })}
      />
    </div>
  )
}
