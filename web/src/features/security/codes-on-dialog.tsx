import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { secondFactorCalls } from '../../api/second-factor-calls.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { PasswordForm, reasonOf } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { useRefreshSecurity } from './use-refresh-security.ts'

interface Enrollment {
  totpURI: string
  backupCodes: readonly string[]
}

const STEPS = {
  password: { title: 'Turn codes on', form: 'codes-password', label: 'Continue', busy: 'Checking...' },
  code: { title: 'Scan this code', form: 'codes-first', label: 'Turn codes on', busy: 'Checking...' },
  recovery: { title: 'Your recovery codes', form: null, label: 'I have saved them', busy: '' },
} as const

/** Three steps: the password, a first code from the app, and the recovery codes. The app turns codes on only after a correct first code. */
export function CodesOnDialog({ onClose }: { onClose(): void }) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const [isOn, setIsOn] = useState(false)
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshSecurity()
  const step = isOn ? STEPS.recovery : enrollment ? STEPS.code : STEPS.password
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeOnOutsideClick={false}
      title={step.title}
      size="small"
      footer={
        <>
          {step.form !== null && <DialogCancel />}
          {step.form === null ? (
            <Button variant="primary" onClick={onClose}>
              {step.label}
            </Button>
          ) : (
            <Button key={step.form} variant="primary" type="submit" form={step.form} busy={busy}>
              {busy ? step.busy : step.label}
            </Button>
          )}
        </>
      }
    >
      {step === STEPS.password && <PasswordForm id={step.form} send={secondFactorCalls.codesOn} onBusy={setBusy} onDone={setEnrollment} />}
      {step === STEPS.code && enrollment && (
        <FirstCode
          id={step.form}
          totpURI={enrollment.totpURI}
          onBusy={setBusy}
          onDone={() => {
            setIsOn(true)
            void refresh()
          }}
        />
      )}
      {step === STEPS.recovery && enrollment && <RecoveryCodes codes={enrollment.backupCodes} />}
    </Dialog>
  )
}

interface FirstCodeProps {
  id: string
  totpURI: string
  onBusy(isBusy: boolean): void
  onDone(): void
}

function FirstCode({ id, totpURI, onBusy, onDone }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const sending = useMutation({
    mutationFn: () => secondFactorCalls.firstCode(code),
    onMutate: () => onBusy(true),
    onSuccess: onDone,
    onSettled: () => onBusy(false),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() !== '' && !sending.isPending) sending.mutate()
  }
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  return (
    <form id={id} className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>Open an authenticator app on your phone, scan this, and enter the code it shows.</p>
      <QrCode label="QR code for your authenticator app" text={totpURI} className={styles.qr} />
      <p className={styles.secret}>
        Without a camera, type this key into the app: <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        error={sending.isError ? reasonOf(sending.error) : null}
        onChange={(event) => setCode(event.target.value)}
      />
    </form>
  )
}
