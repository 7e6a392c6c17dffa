import type { InstanceState } from '@ninesixteen/shared/api/operator'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Panel } from '../../components/panel.tsx'
import { notify } from '../../components/toast.tsx'
import { onDay } from './amounts.ts'
import styles from './operator.module.css'

type Payment = InstanceState['payments'][number]

/** Payments whose email matches no account, for the operator to assign. */
export function Payments({ payments }: { payments: readonly Payment[] }) {
  return (
    <Panel title="Payments without an account" id="operator-payments-heading">
      <p className={styles.lead}>Ask the payer which account it is for, then enter its email.</p>
      <ul className={styles.list} aria-label="Payments without an account">
        {payments.map((payment) => (
          <PaymentRow key={payment.customerId} payment={payment} />
        ))}
      </ul>
    </Panel>
  )
}

function PaymentRow({ payment: { customerId, email: payer, status, createdAt } }: { payment: Payment }) {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const assign = useMutation({
    mutationFn: () => api.operator.assignPayment({ customerId, email: email.trim() }),
    onSuccess: () => notify.ok('Payment assigned', email.trim()),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.operator.key() }),
  })
  const name = payer ?? 'No email'
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <h3 className={styles.partName}>{name}</h3>
        <p className={styles.facts}>
          {customerId} · {status ?? 'paid'} · since {onDay(createdAt)}
        </p>
        <form
          className={styles.inviteForm}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (email.trim() !== '') assign.mutate()
          }}
        >
          <TextField
            label={`Account of the payment by ${name}`}
            hideLabel
            type="email"
            autoComplete="off"
            placeholder="Email of the account"
            value={email}
            error={assign.isError ? errorText(assign.error) : null}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" busy={assign.isPending} disabled={email.trim() === ''}>
            {assign.isPending ? 'Assigning...' : 'Assign'}
          </Button>
        </form>
      </div>
    </li>
  )
}
