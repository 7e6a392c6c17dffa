import type { Security } from '@ninesixteen/shared/api/security'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { CodesOffDialog } from './codes-off-dialog.tsx'
import { CodesOnDialog } from './codes-on-dialog.tsx'
import { NewRecoveryCodesDialog } from './new-recovery-codes-dialog.tsx'
import styles from './security.module.css'

/** With so few left it is time to make new ones. */
const FEW = 3

/** Codes of an authenticator app beside the password, and the recovery codes for the day the app is gone. */
export function CodesSettings({ codes }: { codes: Security['codes'] }) {
  const [asked, setAsked] = useState<'on' | 'off' | 'recovery' | null>(null)
  const close = (): void => setAsked(null)
  const left = codes.recoveryCodesLeft
  return (
    <section aria-labelledby="codes-heading">
      <h3 id="codes-heading" className={styles.heading}>
        Two-factor codes
      </h3>
      {codes.isOn ? (
        <>
          <p className={styles.lead}>
            On: after your password you are asked for a code of your authenticator app.{' '}
            {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
          </p>
          {left <= FEW && (
            <div className={styles.note}>
              <Notice kind="warn">Make new recovery codes: without one you cannot sign in if you lose your app.</Notice>
            </div>
          )}
          <div className={styles.buttons}>
            <Button onClick={() => setAsked('recovery')}>Make new recovery codes</Button>
            <Button variant="danger" onClick={() => setAsked('off')}>
              Turn codes off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.lead}>
            Off. With codes, someone who learns your password still needs your phone: an authenticator app shows a new code every 30
            seconds.
          </p>
          <Button onClick={() => setAsked('on')}>Turn codes on</Button>
        </>
      )}
      {asked === 'on' && <CodesOnDialog onClose={close} />}
      {asked === 'off' && <CodesOffDialog onClose={close} />}
      {asked === 'recovery' && <NewRecoveryCodesDialog onClose={close} />}
    </section>
  )
}
