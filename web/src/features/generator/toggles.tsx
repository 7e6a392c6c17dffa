import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import { paths } from '../../app/paths.ts'
import { Link } from '../../components/link.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { planOf, type GeneratorDraft } from './generator-draft.ts'
import styles from './generator-panel.module.css'

export interface TogglesProps {
  draft: GeneratorDraft
  change(patch: Partial<GeneratorDraft>): void
  companyName: string | null
}

/** Whose photos these are, and what is still missing for them. */
function BlogPhotosHint() {
  const accounts = useQuery(orpc.accounts.list.queryOptions())
  const account = accounts.data?.find(({ platform }) => PLATFORMS[platform].givesPhotos)
  const source = 'Takes photos from the blogs you follow, your company’s first.'
  // Not known yet, or not to be known: then nothing is said about the account.
  if (!accounts.data || account?.state === 'active') return source
  const missing = account ? (
    <>
      {PLATFORMS[account.platform].label} no longer accepts @{account.username}:{' '}
      <Link to={paths.settingsAccounts}>reconnect it in Settings</Link>
    </>
  ) : (
    <>
      Needs a Tumblr account, <Link to={paths.settingsAccounts}>connected in Settings</Link>
    </>
  )
  return (
    <>
      {source} {missing}; until then your own photos are used.
    </>
  )
}

/** The soft sell and the closing slide, where the content type has them, and whose photos stand behind the texts. */
export function Toggles({ draft, change, companyName }: TogglesProps) {
  const { softSell, likeAndFollow, label } = CONTENT_TYPES[draft.contentType]
  const offered = `Works ${companyName ?? 'your company'} into one slide.`
  return (
    <div className={styles.toggles}>
      <SwitchField
        label="Call to action / soft sell"
        hint={softSell ? offered : `Not available for ${label}.`}
        checked={softSell && draft.softSell}
        disabled={!softSell}
        onChange={(next) => change({ softSell: next, likeAndFollow: null })}
      />
      {likeAndFollow && (
        <SwitchField
          label="Close with “like & follow”"
          hint="One more slide, with your logo."
          checked={planOf(draft).likeAndFollow}
          onChange={(next) => change({ likeAndFollow: next })}
        />
      )}
      <SwitchField
        label="Tumblr photos as backgrounds"
        hint={<BlogPhotosHint />}
        checked={draft.useTumblrPhotos}
        onChange={(next) => change({ useTumblrPhotos: next })}
      />
    </div>
  )
}
