import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import styles from './picker.module.css'

/** A source that gives nothing before its account is connected. */
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
        Photos of the blogs you follow appear here once your {platform} account is connected.
      </EmptyState>
    </div>
  )
}
