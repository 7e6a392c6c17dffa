import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { Copy, Download } from 'lucide-react'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './security.module.css'

/** Grouped for reading; the dashes are optional when typed. */
const groupDigits = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** Shows the recovery codes, which happens only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { email } = useSignedIn()
  const lines = codes.map(groupDigits)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(lines.join('\n')).then(
      () => notify.ok('Recovery codes copied'),
      () => notify.error('This browser blocked copying. Save them as a file instead.'),
    )
  }
  return (
    <div className={styles.form}>
      <Notice kind="warn">We show them only once. Save them where you can reach them without your phone; each replaces a code once.</Notice>
      <ul className={styles.codes} aria-label="Recovery codes">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          icon={<Download aria-hidden="true" />}
          onClick={() => downloadCodes(`${PRODUCT_NAME} recovery codes of ${email}\n\n${lines.join('\n')}\n`)}
        >
          Save as a file
        </Button>
      </div>
    </div>
  )
}

function downloadCodes(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'recovery-codes.txt' })
  link.click()
  URL.revokeObjectURL(url)
}
