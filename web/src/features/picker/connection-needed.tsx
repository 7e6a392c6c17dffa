import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import styles from './picker.module.css'

export function ConnectionNeeded({ platform }: { platform: string }) {
  return (
    <div className={styles.tab}>
      <EmptyState
        title={`${platform} is not connected`}
        ghost="pictures"
        level={3}
        action={
          <ButtonLink to={paths.settingsAccounts} variant="primary">
            Connect in Settings
          </ButtonLink>
        }
      >
        Connect your {platform} account to use photos of the blogs you follow.
      </EmptyState>
    </div>
  )
}
