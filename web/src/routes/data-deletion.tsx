import { paths } from '../app/paths.ts'
import { usePublicConfig } from '../app/public-config.ts'
import { Link } from '../components/link.tsx'
import { LegalPage, Mailbox } from '../features/public/legal-page.tsx'

export function DataDeletionPage() {
  const { contact } = usePublicConfig()
  return (
    <LegalPage title="Data Deletion" lead="How to delete everything this server stores about you, and how long each step takes.">
      <h2>How to request it</h2>
      <ul>
        <li>
          Delete the account yourself in the <Link to={paths.account}>account settings</Link>, with any plan or none: it takes effect at
          once. There you can also download all your data first.
        </li>
        <li>
          Or send an email to <Mailbox address={contact.privacy} otherwise="the operator of this server" />, from the address of your
          account.
        </li>
        <li>
          If you connected a social account, you can also remove this application in the settings of that platform: its access ends at once.
        </li>
      </ul>
      <h2>Timeline</h2>
      <ul>
        <li>You get an answer within 2 business days.</li>
        <li>Access to the account is disabled immediately.</li>
        <li>Personal data, photos and slideshows are deleted within 7 days.</li>
        <li>Backups that hold them are gone within 30 days.</li>
        <li>We keep payment records for up to 7 years where the law requires it.</li>
      </ul>
    </LegalPage>
  )
}
