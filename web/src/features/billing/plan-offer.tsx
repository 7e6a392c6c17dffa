import type { Me } from '@ninesixteen/shared/api/account'
import type { ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import { priceWords } from '../../app/price-words.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { isHintedSignedIn } from '../../app/signed-in-hint.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { refreshVisitor, useVisitor } from '../../app/visitor.ts'
import { GetPro } from './get-pro.tsx'
import { ManageSubscription } from './manage-subscription.tsx'
import styles from './plan-offer.module.css'
import { dayOf, newsOfPlan, priceComesText } from './plan-words.ts'
import { useBillingState } from './use-billing-state.ts'

/** Below the plan: how one gets it, for whoever is looking. */
export function PlanOffer() {
  const me = useVisitor((state) => state.me)
  const isUnknown = useVisitor((state) => state.hasFailed && !state.me) && isHintedSignedIn()
  const { billing } = usePublicConfig()
  if (isUnknown) return <Unknown />
  return (
    <div id="manage" className={styles.offer}>
      {billing === 'off' ? <FreeHere me={me} /> : <ForSale me={me} />}
    </div>
  )
}

/** Whoever was signed in here last is not told to sign in because a question was not answered. */
function Unknown() {
  const isAsking = useVisitor((state) => state.isAsking)
  return (
    <div id="manage" className={styles.offer}>
      <Notice kind="warn">Your plan could not be checked: the server did not answer. Nothing was changed.</Notice>
      <Button variant="primary" size="large" wide busy={isAsking} onClick={refreshVisitor}>
        Try again
      </Button>
    </div>
  )
}

function ForSale({ me }: { me: Me | null | undefined }) {
  if (!me) return <ForVisitors />
  if (me.proPlan) return <ForSubscriber me={me} />
  return (
    <>
      <NextPrice />
      <GetPro me={me} />
    </>
  )
}

/** Before anybody pays: what it will cost. */
function NextPrice() {
  const { announcedPrice } = usePublicConfig()
  return announcedPrice && <p>{priceComesText(announcedPrice)} That is what you pay from then on, too.</p>
}

function ToStudio() {
  return (
    <ButtonLink to={paths.studio} variant="primary" size="large" wide>
      Open Content Studio
    </ButtonLink>
  )
}

function ToSignIn({ children }: { children: ReactNode }) {
  return (
    <ButtonLink to={paths.auth} variant="primary" size="large" wide>
      {children}
    </ButtonLink>
  )
}

/** Where nothing is sold everybody has the plan. */
function FreeHere({ me }: { me: Me | null | undefined }) {
  return (
    <>
      {me ? <ToStudio /> : <ToSignIn>Sign In</ToSignIn>}
      <p>The operator of this server gives everything above to every account. Nothing is sold here.</p>
    </>
  )
}

function ForVisitors() {
  return (
    <>
      <NextPrice />
      <ToSignIn>Get Pro</ToSignIn>
      <p>You sign in or create an account first. Cancel anytime: you keep Pro until the end of the month you paid for.</p>
    </>
  )
}

function ForSubscriber({ me }: { me: Me }) {
  const state = useBillingState(me)
  const news = state ? newsOfPlan(state) : null
  const renewsAt = state?.subscription.state === 'active' ? state.subscription.renewsAt : null
  return (
    <>
      <p>
        <strong>{me.demo ? 'This demo' : me.email}</strong> is on the Pro plan.
        {state && renewsAt && ` It renews on ${dayOf(renewsAt)} for ${priceWords(state.price)}.`}
        {state?.isGranted && ' The operator of this server gave it to you: there is nothing to pay or cancel.'}
      </p>
      {news && <Notice kind={news.kind}>{news.text}</Notice>}
      <ToStudio />
      {state?.canManage && <ManageSubscription />}
    </>
  )
}
