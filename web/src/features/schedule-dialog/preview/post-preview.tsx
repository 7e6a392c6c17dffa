import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { aspectRatio } from '@ninesixteen/shared/slide/formats'
import type { VideoSound } from '@ninesixteen/shared/sound/video-sound'
import { useMemo, useState, type CSSProperties } from 'react'
import { VideoFrames } from '../../../app/video-frames.tsx'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { Select } from '../../../components/select.tsx'
import { imageMs, type VideoOptions, type PostContent } from '../content/post-content.ts'
import type { PostShape } from '../platforms/platform-form.ts'
import { PLATFORM_FORMS } from '../platforms/registry.ts'
import { AllPreviews, type PreviewedAccount } from './all-previews.tsx'
import { SlidesPreview } from './slides-preview.tsx'
import styles from './preview.module.css'

export interface PostPreviewProps {
  accounts: readonly PreviewedAccount[]
  content: PostContent
  video: VideoOptions
  /** Null for none. */
  sound: VideoSound | null
  post: PostShape
}

/** The value of the switch for all accounts. */
const ALL = 'all'

/** Previews the posts of all accounts, or the post of one account as its platform shows it. */
export function PostPreview({ accounts, content, video, sound, post: shared }: PostPreviewProps) {
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const isAll = accounts.length > 1 && !accounts.some(({ account }) => account.id === selectedId)
  const shown = accounts.find(({ account }) => account.id === selectedId) ?? accounts[0]
  const post = shown?.post ?? shared
  const isFile = post.images.some((image) => 'url' in image && image.isVideo)
  const cover = shown ? PLATFORM_FORMS[shown.account.platform].cover(shown.choices, post) : 0
  const durations = useMemo(() => imageMs(content, video), [content, video])
  const deck =
    post.kind === 'video' && !isFile ? (
      <VideoFrames
        images={post.images}
        durations={durations}
        crossFade={video.crossFade && !content.photos}
        motion={video.motion && !content.photos}
        sound={sound}
      />
    ) : (
      <SlidesPreview key={`${shown?.account.id} ${shown?.format}`} images={post.images} start={cover} />
    )
  if (post.images.length === 0) return null
  if (!shown) {
    return (
      <section className={styles.preview} aria-label="Preview">
        <div className={styles.phone}>{deck}</div>
      </section>
    )
  }
  const { Preview } = PLATFORM_FORMS[shown.account.platform]
  const choice = <AccountSwitch accounts={accounts} value={isAll ? ALL : shown.account.id} onChange={setSelectedId} />
  if (isAll) {
    return (
      <section className={styles.preview} aria-label="Preview">
        {choice}
        <AllPreviews accounts={accounts} onOpen={setSelectedId} />
      </section>
    )
  }
  return (
    <section className={styles.preview} style={{ '--ratio': aspectRatio(shown) } as CSSProperties} aria-label="Preview">
      {choice}
      <Preview account={shown.account} choices={shown.choices} facts={shown.facts} post={post}>
        {deck}
      </Preview>
    </section>
  )
}

/** Maximum number of accounts whose platforms fit in one row next to "All". */
const ROW_MAX = 2

/** Labels accounts by platform in a row, if these differ and fit, because account names need more space. */
function AccountSwitch({
  accounts,
  value,
  onChange,
}: {
  accounts: readonly PreviewedAccount[]
  value: string
  onChange(id: string): void
}) {
  if (accounts.length < 2) return null
  const fitsRow = accounts.length <= ROW_MAX && new Set(accounts.map(({ account }) => account.platform)).size === accounts.length
  const common = { label: 'Preview for', hideLabel: true, value, onChange }
  if (fitsRow) {
    const platformOptions = accounts.map(({ account }) => ({ value: account.id, label: PLATFORMS[account.platform].label }))
    return <ChoiceRow {...common} options={[{ value: ALL, label: 'All' }, ...platformOptions]} />
  }
  const options = accounts.map(({ account }) => ({
    value: account.id,
    label: `@${account.username}`,
    detail: PLATFORMS[account.platform].label,
  }))
  return <Select {...common} options={[{ value: ALL, label: 'All accounts' }, ...options]} />
}

export function EmptyPreview() {
  return (
    <section className={styles.empty} aria-label="Preview">
      <div className={styles.emptyPhone}>
        <p>Choose a slideshow to preview your post.</p>
      </div>
    </section>
  )
}
