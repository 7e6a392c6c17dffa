import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { paths } from '../../app/paths.ts'
import { Link } from '../../components/link.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import type { GeneratorDraft } from './generator-draft.ts'
import styles from './generator-panel.module.css'

export interface TogglesProps {
  draft: GeneratorDraft
  change(patch: Partial<GeneratorDraft>): void
  companyName: string | null
}

/** The soft sell, where the content type has one, and whose photos stand behind the texts. */
export function Toggles({ draft, change, companyName }: TogglesProps) {
  const { softSell, label } = CONTENT_TYPES[draft.contentType]
  const softSellHint = softSell
    ? `Works ${companyName ?? 'your company'} into one slide and ends with “like & follow”.`
    : `${label} goes without one.`
  return (
    <div className={styles.toggles}>
      <SwitchField
        label="Call to action / soft sell"
        hint={softSellHint}
        checked={softSell && draft.softSell}
        disabled={!softSell}
        onChange={(next) => change({ softSell: next })}
      />
      <SwitchField
        label="Tumblr photos as backgrounds"
        hint={
          <>
            Takes photos from the blogs you follow, your company’s first. Needs a Tumblr account,{' '}
            <Link to={paths.settingsAccounts}>connected in Settings</Link>; until then your own photos are used.
          </>
        }
        checked={draft.useTumblrPhotos}
        onChange={(next) => change({ useTumblrPhotos: next })}
      />
    </div>
  )
}
