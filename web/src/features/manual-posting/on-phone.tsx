import { lazy, Suspense } from 'react'
import { loadPart } from '../../components/load-part.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import styles from './hand-over.module.css'
import { isOwnMachine } from './phone-address.ts'

const QrCode = lazy(async () => ({ default: (await loadPart(() => import('../../components/qr-code.tsx'))).QrCode }))

/** At a desk: the way of this page onto the phone, where it is of use. A phone does not load it. */
export function OnPhone() {
  const isDesk = useMediaQuery('(min-width: 900px)')
  if (!isDesk || isOwnMachine(location.hostname)) return null
  return (
    <div className={styles.onPhone}>
      <Suspense>
        <QrCode label="QR code of the link" text={location.href} className={styles.code} />
      </Suspense>
      <p>It is easier from your phone: point its camera at this code, and this page opens there.</p>
    </div>
  )
}
