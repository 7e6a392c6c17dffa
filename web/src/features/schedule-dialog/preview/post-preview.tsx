import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { useState } from 'react'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { Select } from '../../../components/select.tsx'
import { pictureMs, type FilmChoice, type PostContent } from '../content/post-content.ts'
import type { Choices, PostShape } from '../platforms/platform-form.ts'
import { PLATFORM_FORMS } from '../platforms/registry.ts'
import { FilmDeck } from './film-deck.tsx'
import { PictureDeck } from './picture-deck.tsx'
import styles from './preview.module.css'

export interface PreviewedAccount {
  account: ConnectedAccount
  chosen: Choices
  facts: unknown
}

export interface PostPreviewProps {
  accounts: readonly PreviewedAccount[]
  content: PostContent
  film: FilmChoice
  post: PostShape
}

/** What will be posted, as it will look there; with several accounts, one at a time. */
export function PostPreview({ accounts, content, film, post }: PostPreviewProps) {
  const [wished, setWished] = useState<string | null>(null)
  const shown = accounts.find(({ account }) => account.id === wished) ?? accounts.at(-1)
  const isFile = post.pictures.some((picture) => 'url' in picture && picture.isVideo)
  const cover = shown ? PLATFORM_FORMS[shown.account.platform].cover(shown.chosen, post) : 0
  const deck =
    post.kind === 'video' && !isFile ? (
      <FilmDeck
        pictures={post.pictures}
        each={pictureMs(content, film)}
        crossFade={film.crossFade && !content.photos}
        isMultiPhoto={content.photos !== null}
      />
    ) : (
      <PictureDeck key={shown?.account.id ?? ''} pictures={post.pictures} start={cover} />
    )
  if (post.pictures.length === 0) return null
  if (!shown) {
    return (
      <section className={styles.preview} aria-label="Preview">
        <div className={styles.phone}>{deck}</div>
      </section>
    )
  }
  const { Preview } = PLATFORM_FORMS[shown.account.platform]
  return (
    <section className={styles.preview} aria-label="Preview">
      {accounts.length > 1 && accounts.length <= TABS_MAX && (
        <ChoiceRow
          label="Preview for"
          hideLabel
          value={shown.account.id}
          options={accounts.map(({ account }) => ({ value: account.id, label: tabOf(account, accounts) }))}
          onChange={setWished}
        />
      )}
      {accounts.length > TABS_MAX && (
        <Select
          label="Preview for"
          hideLabel
          value={shown.account.id}
          options={accounts.map(({ account }) => ({
            value: account.id,
            label: `@${account.username}`,
            detail: PLATFORMS[account.platform].label,
          }))}
          onChange={setWished}
        />
      )}
      <Preview account={shown.account} chosen={shown.chosen} facts={shown.facts} post={post}>
        {deck}
      </Preview>
    </section>
  )
}

/** More than these do not fit side by side. */
const TABS_MAX = 3

/** The platform's name where it tells them apart, else the account's. */
function tabOf({ platform, username }: ConnectedAccount, all: readonly PreviewedAccount[]): string {
  const isOnly = all.filter(({ account }) => account.platform === platform).length === 1
  return isOnly ? PLATFORMS[platform].label : `@${username}`
}
