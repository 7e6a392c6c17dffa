import type { Me } from '@ninesixteen/shared/api/account'
import type { ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import { priceText } from '../../app/price-text.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { isHintedSignedIn } from '../../app/signed-in-hint.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { refreshVisitor, useVisitor } from '../../app/visitor.ts'
import { GetPro } from './get-pro.tsx'
import styles from './plan-offer.module.css'
import { dayOf, planMessage, priceComesText } from './plan-texts.ts'
import { ManageSubscription, useBillingState } from './subscription.tsx'

/** Below the plan: how to get it. */
export function PlanOffer() {
  const me = useVisitor((state) => state.me)
  const isUnknown = useVisitor((state) => state.hasFailed && !state.me) && isHintedSignedIn()
  const { billing } = usePublicConfig()
  if (isUnknown) return <PlanUnknown />
  return (
    <div id="manage" className={styles.offer}>
      {billing === 'off' ? <NoBilling me={me} /> : <PaidPlan me={me} />}
    </div>
  )
}

/** A user who was signed in here must not be asked to sign in because a request failed. */
function PlanUnknown() {
  const isAsking = useVisitor((state) => state.isAsking)
  return (
    <div id="manage" className={styles.offer}>
      <Notice kind="warn">We couldn’t check your plan: the server did not answer. Nothing was changed.</Notice>
      <Button variant="primary" size="large" wide busy={isAsking} onClick={refreshVisitor}>
        Try again
      </Button>
    </div>
  )
}

function PaidPlan({ me }: { me: Me | null | undefined }) {
  if (!me) return <VisitorOffer />
  if (me.proPlan) return <SubscriberStatus me={me} />
  return (
    <>
      <NextPrice />
      <GetPro me={me} />
    </>
  )
}

/** The announced price, before the user subscribes. */
function NextPrice() {
  const { announcedPrice } = usePublicConfig()
  return announcedPrice && <p>{priceComesText(announcedPrice)} That applies to your subscription, too.</p>
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

/** Without billing, every user has the plan. */
function NoBilling({ me }: { me: Me | null | undefined }) {
  return (
    <>
      {me ? <ToStudio /> : <ToSignIn>Sign In</ToSignIn>}
      <p>Every account on this server gets everything above. Nothing is sold here.</p>
    </>
  )
}

function VisitorOffer() {
  return (
    <>
      <NextPrice />
      <ToSignIn>Get Pro</ToSignIn>
      <p>Sign in or create an account first. Cancel anytime: you keep Pro until the end of the month you paid for.</p>
    </>
  )
}

function SubscriberStatus({ me }: { me: Me }) {
  const state = useBillingState(me)
  const message = state ? planMessage(state) : null
  const renewsAt = state?.subscription.state === 'active' ? state.subscription.renewsAt : null
  return (
    <>
      <p>
        <strong>{me.demo ? 'This demo' : me.email}</strong> is on the Pro plan.
        {state && renewsAt && ` It renews on ${dayOf(renewsAt)} for ${priceText(state.price)}.`}
        {state?.isGranted && ' The operator of this server gave it to you. There is nothing to pay or cancel.'}
      </p>
      {message && <Notice kind={message.kind}>{message.text}</Notice>}
      <ToStudio />
      {state?.canManage && <ManageSubscription />}
    </>
  )
}
