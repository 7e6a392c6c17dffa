import { Panel } from '../../components/panel.tsx'
import { GoogleDriveCard } from './google-drive-card.tsx'
import styles from './settings.module.css'

/** What the other connections will be for; this version of the product has none of them yet, and says so. */
const connections = [
  { name: 'TikTok accounts', text: 'To publish slideshows as photo posts.' },
  { name: 'Tumblr accounts', text: 'To publish posts, and to use photos of the blogs you follow as backgrounds.' },
]

/** Settings, Accounts: the truth about what can be connected now. */
export function AccountConnections() {
  return (
    <Panel title="Accounts" id="accounts-heading">
      <p className={styles.lead}>
        This version makes, edits and exports slideshows, to files and to Google Drive. Connecting accounts to publish with is not part of
        it yet.
      </p>
      <ul className={styles.connections}>
        {connections.map(({ name, text }) => (
          <li key={name} className={styles.connection}>
            <div>
              <h3 className={styles.connectionName}>{name}</h3>
              <p className={styles.connectionText}>{text}</p>
            </div>
            <span className={styles.state}>Not connected</span>
          </li>
        ))}
      </ul>
      <GoogleDriveCard />
    </Panel>
  )
}
