import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { paths } from '../app/paths.ts'
import { usePublicConfig } from '../app/public-config.ts'
import { Link } from '../components/link.tsx'
import { LegalPage } from '../features/public/legal-page.tsx'
import { Mailbox } from '../features/public/mailbox.tsx'

export function PrivacyPage() {
  const { contact } = usePublicConfig()
  return (
    <LegalPage
      title="Privacy Policy"
      lead={`${PRODUCT_NAME} runs on a server of its operator's choice. This page says what that server keeps about you, and what leaves it.`}
    >
      <h2>Who is responsible</h2>
      <p>
        The person or company that runs this server. Nobody else receives your data: the makers of the software run no service that it
        reports to. For questions about your data, write to{' '}
        <Mailbox address={contact.privacy} otherwise="whoever gave you the address of this server" />.
      </p>
      <h2>What is kept</h2>
      <ul>
        <li>Your e-mail address, a display name and a hash of your password. The password itself is never stored.</li>
        <li>Your sessions: when they began, when they end, and the network address and browser they came from.</li>
        <li>What you make and upload: companies, photos, slideshows, settings.</li>
        <li>Photos are re-encoded on arrival. The place, time and camera written into the file are removed.</li>
      </ul>
      <h2>What leaves the server</h2>
      <ul>
        <li>
          When you generate a slideshow, its topic, your extra context, and the name and description of the chosen company go to the AI
          provider the operator has configured. In the sandbox nothing leaves the server.
        </li>
        <li>
          When you connect a social account and schedule a post, its slides or video, caption and settings go to that platform, at the time
          you chose. The permission you gave is kept sealed, and ends when you disconnect the account.
        </li>
        <li>
          When you export to Google Drive, the slides and videos you export, into folders of your own. The product sees no other file in
          your Drive.
        </li>
        <li>Nothing else. There are no advertisements, no analytics, and no scripts or fonts from elsewhere.</li>
      </ul>
      <h2>Cookies and browser storage</h2>
      <p>
        One cookie holds your session. Your theme, the draft of the generator's form and unsaved edits are kept in your browser, and nowhere
        else; so is what you had not saved when somebody else signed in there, until you are back. So is a connection to Google Drive: your
        name, e-mail address and picture at Google, and the permission itself, in a form that only this server can use. Disconnecting in
        Settings ends it at Google and here.
      </p>
      <h2>How long</h2>
      <p>
        Until you delete it. How to delete everything, and what happens then, is on{' '}
        <Link to={paths.dataDeletion}>the data deletion page</Link>.
      </p>
      <h2>Children</h2>
      <p>The service is not for children under 13.</p>
    </LegalPage>
  )
}
