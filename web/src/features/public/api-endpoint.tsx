import type { Endpoint, Field, Shape } from '@ninesixteen/shared/public-api/description'
import styles from './api-reference.module.css'

/** An endpoint with its parameters, its response, and a command that calls it. */
export function EndpointSection({ endpoint }: { endpoint: Endpoint }) {
  const { id, method, path, summary, description, parameters, body, answer, curl } = endpoint
  return (
    <section aria-labelledby={id} className={styles.endpoint}>
      <h3 id={id}>
        <a href={`#${id}`}>{summary}</a>
      </h3>
      <p className={styles.route}>
        <span className={styles.method} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
      </p>
      <Paragraphs text={description} />
      {/* A region with a name, as it can be scrolled by keyboard. */}
      <pre role="region" aria-label={`Command: ${summary}`} tabIndex={0} className={styles.command}>
        {curl}
      </pre>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <FieldList fields={parameters} />
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <ShapeText shape={body} />
        </>
      )}
      <h4>Answer {answer.status}</h4>
      <ShapeText shape={answer} />
    </section>
  )
}

function ShapeText({ shape: { types, ref, fields } }: { shape: Shape }) {
  return (
    <>
      <p className={styles.type}>
        {types.join(', ')}
        {ref !== undefined && (
          <>
            {': '}
            <SchemaLink name={ref} />
          </>
        )}
      </p>
      <FieldList fields={fields} />
    </>
  )
}

const SchemaLink = ({ name }: { name: string }) => <a href={`#schema-${name}`}>{name}</a>

/** Fields with their types, limits and own fields. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  if (fields.length === 0) return null
  return (
    <ul className={styles.fields}>
      {fields.map((field, index) => (
        // Alternatives of a type can have fields of the same name.
        <li key={`${field.name} ${index}`}>
          <FieldText field={field} />
          {field.fields.length > 0 && (
            <details className={styles.nested}>
              <summary>
                Fields of <code>{field.name}</code>
              </summary>
              <FieldList fields={field.fields} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function FieldText({ field: { name, type, ref, isRequired, description, limits } }: { field: Field }) {
  const [before, after] = ref === undefined ? [type, ''] : type.split(ref)
  return (
    <>
      <p>
        <code className={styles.name}>{name}</code>{' '}
        <span className={styles.type}>
          {before}
          {ref !== undefined && <SchemaLink name={ref} />}
          {after}
          {isRequired && ', required'}
        </span>
      </p>
      {description !== '' && <Paragraphs text={description} />}
      {limits.length > 0 && (
        <p className={styles.limits}>
          <CodeText text={`${limits.join('. ')}.`} />
        </p>
      )}
    </>
  )
}

/** Plain text with paragraphs, and code between backticks. */
export function Paragraphs({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph}>
      <CodeText text={paragraph} />
    </p>
  ))
}

function CodeText({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}
