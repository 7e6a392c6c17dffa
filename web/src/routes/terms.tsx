import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { usePublicConfig } from '../app/public-config.ts'
import { LegalPage, Mailbox } from '../features/public/legal-page.tsx'

export function TermsPage() {
  const { contact } = usePublicConfig()
  return (
    <LegalPage
      title="Terms of Service"
      lead={`The rules for using ${PRODUCT_NAME} on this server. They are an agreement between you and its operator.`}
    >
      <h2>Your content</h2>
      <p>
        You keep all rights to your texts, photos and slideshows. The operator may store and process them for one purpose: to do what you
        ask for, such as showing, exporting and publishing them.
      </p>
      <h2>Your responsibilities</h2>
      <ul>
        <li>Upload only images that you may use.</li>
        <li>Read what the AI wrote before you publish it. It can be wrong.</li>
        <li>Follow the rules of the platforms on which you publish.</li>
        <li>Keep your password to yourself.</li>
      </ul>
      <h2>The plan</h2>
      <p>The Pro plan is $20.00 per month where the operator charges for it. We announce price changes 30 days in advance.</p>
      <h2>The software</h2>
      <p>
        {PRODUCT_NAME} is free software under the MIT licence and comes without warranty. You can run it yourself at any time, with your own
        data.
      </p>
      <h2>The end</h2>
      <p>You can delete your account whenever you like. The operator may close accounts that break these rules, and says why.</p>
      <h2>Contact</h2>
      <p>
        For anything about these terms, write to <Mailbox address={contact.legal} otherwise="the operator of this server" />.
      </p>
    </LegalPage>
  )
}
