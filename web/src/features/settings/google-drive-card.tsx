import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { usePublicConfig } from '../../app/public-config.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { notify } from '../../components/toast.tsx'
import { forgetDrive, useDriveConnection } from '../../drive/stored-connection.ts'
import { DRIVE_TEXTS } from '../../drive/texts.ts'
import styles from './google-drive-card.module.css'

const loadConnect = () => import('../../drive/connect.ts')

/** Settings, Accounts: this browser's connection to Google Drive. */
export function GoogleDriveCard() {
  const { isConnected, user } = useDriveConnection()
  const availability = usePublicConfig().googleDrive
  const [busy, setBusy] = useState<'connecting' | 'disconnecting' | null>(null)
  const [isConfirming, setConfirming] = useState(false)

  const connect = async () => {
    setBusy('connecting')
    try {
      const { consentUrl } = await loadConnect()
      location.assign(await consentUrl())
    } catch (cause) {
      setBusy(null)
      notify.error(DRIVE_TEXTS.connectFailed, cause instanceof Error ? cause.message : undefined)
    }
  }

  const disconnect = async () => {
    setBusy('disconnecting')
    const isRevoked = await loadConnect().then(
      ({ disconnectDrive }) => disconnectDrive(),
      () => {
        // The code could not be loaded: forget the connection without revoking the grant.
        forgetDrive()
        return false
      },
    )
    setBusy(null)
    setConfirming(false)
    if (isRevoked) notify.ok(DRIVE_TEXTS.disconnected)
    else notify.error(DRIVE_TEXTS.disconnectFailed)
  }

  return (
    <section className={styles.card} aria-labelledby="google-drive-heading">
      <header className={styles.head}>
        <div className={styles.words}>
          <h3 id="google-drive-heading" className={styles.name}>
            Google Drive
          </h3>
          <p className={styles.state} data-connected={isConnected}>
            {isConnected ? `Connected as ${user?.email || 'your Google account'}` : 'Not connected'}
          </p>
        </div>
        {isConnected ? (
          <Button onClick={() => setConfirming(true)}>Disconnect</Button>
        ) : (
          <Button disabled={availability === 'off'} busy={busy === 'connecting'} onClick={() => void connect()}>
            {busy === 'connecting' ? 'Connecting...' : 'Connect'}
          </Button>
        )}
      </header>
      <Hint isConnected={isConnected} isOff={availability === 'off'} />
      {availability === 'sandbox' && (
        <p className={styles.sandbox}>
          <FlaskConical aria-hidden="true" />
          Sandbox: an imitation of Google on this machine. No real account is used, and no file leaves it.
        </p>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Disconnect Google Drive"
        confirmLabel="Disconnect"
        busyLabel="Disconnecting..."
        busy={busy === 'disconnecting'}
        onConfirm={() => void disconnect()}
      >
        Are you sure you want to disconnect this Google Drive account?
      </ConfirmDialog>
    </section>
  )
}

function Hint({ isConnected, isOff }: { isConnected: boolean; isOff: boolean }) {
  if (isOff) {
    return (
      <Notice kind="warn">
        Setup required: this server has no Google keys yet. Its operator needs to create a client in the Google Cloud console and set
        GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.
      </Notice>
    )
  }
  return (
    <p className={styles.hint}>
      {isConnected
        ? 'Ready to export: choose Google Drive in the Export menu of the Content Studio. Each export gets a folder of its own.'
        : 'Connect to export slides and videos into your own folders. We see only the files made here, nothing else in your Drive.'}
    </p>
  )
}
