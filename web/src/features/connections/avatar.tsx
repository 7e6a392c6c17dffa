import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { StoredPicture } from '../../components/stored-picture.tsx'
import styles from './accounts.module.css'

/** An account's picture, or its first letter. */
export function Avatar({ account }: { account: ConnectedAccount }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {account.avatarPath ? (
        <StoredPicture path={account.avatarPath} variant="thumbnail" alt="" className={styles.avatarPicture} />
      ) : (
        [...account.displayName.trim()][0]?.toUpperCase()
      )}
    </span>
  )
}
