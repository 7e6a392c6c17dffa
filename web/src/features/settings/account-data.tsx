import { ACCOUNT_DOWNLOAD_PATH } from '@ninesixteen/shared/api/limits'
import { useMutation } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { noteDeleted } from '../../app/deleted-note.ts'
import { paths } from '../../app/paths.ts'
import { leaveAccount, useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel, PanelText } from '../../components/panel.tsx'
import { notify } from '../../components/toast.tsx'
import { readDrive } from '../../drive/stored-connection.ts'
import styles from './account.module.css'
import { clearDevice } from './clear-device.ts'

/** A navigation, so that the browser streams the file to disk, however large. First checks that the user is still signed in. */
async function download(): Promise<void> {
  try {
    await api.account.me()
    location.assign(ACCOUNT_DOWNLOAD_PATH)
  } catch (cause) {
    notify.error(errorText(cause))
  }
}

/** Downloads the user's data and deletes the account. */
export function AccountData() {
  const { demo } = useSignedIn()
  const [confirming, setConfirming] = useState(false)
  return (
    <Panel title="Your data" id="account-data-heading">
      <PanelText>
        A ZIP with everything this server stores about you: your slideshows, ideas, companies, settings and photos. It leaves out the hash
        of your password and the keys of connected accounts.
      </PanelText>
      <Button icon={<Download aria-hidden="true" />} onClick={() => void download()}>
        Download my data
      </Button>
      {!demo && (
        <div className={styles.danger}>
          <PanelText>
            Deleting the account takes effect at once and cannot be undone. See the details on{' '}
            <Link to={paths.dataDeletion}>the data deletion page</Link>.
          </PanelText>
          <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setConfirming(true)}>
            Delete account
          </Button>
        </div>
      )}
      <DeleteAccountDialog open={confirming} onOpenChange={setConfirming} />
    </Panel>
  )
}

function DeleteAccountDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { id, email } = useSignedIn()
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => {
      // Only this browser has the Drive tokens, which revoke the grant at Google.
      const { accessToken, refreshToken } = readDrive()
      return api.account.deleteAccount({ password, drive: { accessToken, refreshToken } })
    },
    onSuccess: async () => {
      leaveAccount()
      await clearDevice(id)
      noteDeleted('account')
      // A full load, so that none of the user's data stays in memory.
      location.assign(paths.home)
    },
  })
  const close = (next: boolean): void => {
    onOpenChange(next)
    setPassword('')
    remove.reset()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Delete account"
      description={`Are you sure you want to delete the account of ${email}? This action cannot be undone.`}
      size="small"
      footer={
        <DialogSubmit
          form="delete-account"
          busy={remove.isPending || remove.isSuccess}
          disabled={password === ''}
          label="Delete account"
          busyLabel="Deleting..."
          variant="danger"
        />
      }
    >
      <form
        id="delete-account"
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '') remove.mutate()
        }}
      >
        {/* The user name, for password managers. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Notice kind="warn">
          Your slideshows, ideas, companies, templates and photos are deleted. Scheduled posts are not published. A subscription ends now,
          and nothing more is charged.
        </Notice>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={remove.isError ? errorText(remove.error) : null}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
