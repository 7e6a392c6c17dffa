import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import styles from './account-avatar.module.css'
import { StoredPhoto } from './stored-photo.tsx'

export interface AccountAvatarProps {
  account: Pick<ConnectedAccount, 'avatarPath' | 'displayName'>
  /** Side in pixels. */
  size?: number
}

/** An account's avatar, or its first letter. */
export function AccountAvatar({ account, size = 40 }: AccountAvatarProps) {
  const style = { width: size, height: size, fontSize: size * 0.4 }
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {account.avatarPath ? (
        <StoredPhoto path={account.avatarPath} variant="thumbnail" alt="" className={styles.image} />
      ) : (
        [...account.displayName.trim()][0]?.toUpperCase()
      )}
    </span>
  )
}
