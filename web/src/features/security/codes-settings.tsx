import type { Security } from '@ninesixteen/shared/api/security'
import { useState } from 'react'
import { secondFactorCalls } from '../../api/second-factor-calls.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { notify } from '../../components/toast.tsx'
import { CodesOnDialog } from './codes-on-dialog.tsx'
import { NewRecoveryCodesDialog } from './new-recovery-codes-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PanelText } from '../../components/panel.tsx'
import styles from './security.module.css'

/** From this number down, warns that recovery codes are running out. */
const LOW_CODES = 3

/** Two-factor codes by an authenticator app, with recovery codes in case the app is lost. */
export function CodesSettings({ codes }: { codes: Security['codes'] }) {
  const [openDialog, setOpenDialog] = useState<'on' | 'off' | 'recovery' | null>(null)
  const close = (): void => setOpenDialog(null)
  const left = codes.recoveryCodesLeft
  return (
    <section aria-labelledby="codes-heading">
      <h3 id="codes-heading" className={styles.heading}>
        Two-factor codes
      </h3>
      {codes.isOn ? (
        <>
          <PanelText>
            On: after your password, we ask for a code from your authenticator app.{' '}
            {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
          </PanelText>
          {left <= LOW_CODES && (
            <div className={styles.note}>
              <Notice kind="warn">Create new recovery codes: without one, you can’t sign in if you lose your app.</Notice>
            </div>
          )}
          <div className={styles.buttons}>
            <Button onClick={() => setOpenDialog('recovery')}>Make new recovery codes</Button>
            <Button variant="danger" onClick={() => setOpenDialog('off')}>
              Turn codes off
            </Button>
          </div>
        </>
      ) : (
        <>
          <PanelText>
            Off. With codes, someone who learns your password still needs your phone: an authenticator app shows a new code every 30
            seconds.
          </PanelText>
          <Button onClick={() => setOpenDialog('on')}>Turn codes on</Button>
        </>
      )}
      {openDialog === 'on' && <CodesOnDialog onClose={close} />}
      {openDialog === 'off' && <CodesOffDialog onClose={close} />}
      {openDialog === 'recovery' && <NewRecoveryCodesDialog onClose={close} />}
    </section>
  )
}

function CodesOffDialog({ onClose }: { onClose(): void }) {
  return (
    <PasswordDialog
      id="codes-off"
      title="Turn codes off"
      description="Your password alone will sign you in. The codes in your app and your recovery codes stop working."
      action={{ label: 'Turn codes off', busy: 'Turning off...', variant: 'danger' }}
      send={secondFactorCalls.codesOff}
      onDone={() => {
        notify.ok('Two-factor codes are off')
        return true
      }}
      onClose={onClose}
    />
  )
}
