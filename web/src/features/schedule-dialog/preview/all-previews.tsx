import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { aspectRatio, type Format } from '@ninesixteen/shared/slide/formats'
import type { CSSProperties } from 'react'
import type { Choices, PostShape } from '../platforms/platform-form.ts'
import { PLATFORM_FORMS } from '../platforms/registry.ts'
import styles from './all-previews.module.css'
import { PostImageView } from './post-image-view.tsx'

export interface PreviewedAccount {
  account: ConnectedAccount
  choices: Choices
  facts: unknown
  /** The post with the account's format and texts. */
  post: PostShape
  format: Format
}

/** Shows each account's cover, in its format, and its text. */
export function AllPreviews({ accounts, onOpen }: { accounts: readonly PreviewedAccount[]; onOpen(id: string): void }) {
  return (
    <ul className={styles.list}>
      {accounts.map((entry) => (
        <li key={entry.account.id}>
          <button type="button" className={styles.card} onClick={() => onOpen(entry.account.id)}>
            <Cover {...entry} />
            <span className={styles.words}>
              <span className={styles.name}>
                {PLATFORMS[entry.account.platform].label} <span className={styles.format}>{entry.format}</span>
              </span>
              <span className={styles.who}>@{entry.account.username}</span>
              <span className={styles.text}>{[entry.post.caption, entry.post.description].filter(Boolean).join(' ') || 'No text'}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Cover({ account, choices, post, format }: PreviewedAccount) {
  const image = post.images[PLATFORM_FORMS[account.platform].cover(choices, post)] ?? post.images[0]
  return (
    <span className={styles.cover} style={{ '--ratio': aspectRatio({ format }) } as CSSProperties}>
      {image && <PostImageView image={image} alt="" />}
    </span>
  )
}
