import { Check, X } from 'lucide'
import { useTranslations } from 'next-intl'
import styles from '@/components/questions/questions.module.css'
import { useCellInSight } from '@/components/questions/use-cell-in-sight'
import { Icon } from '@/components/ui/icon'
import { sheetGroups, type QuestionKind } from '@/lib/domain/questions'

export type SheetState = 'right' | 'wrong' | 'open' | 'withheld'
type Cell = { id: string; kind: QuestionKind; score?: number; state: SheetState }

type Props = { cells: readonly Cell[]; /** 0 for the first. */ current: number; onGoTo: (index: number) => void }

/** All questions by kind, right and wrong told by shape and word, not by colour alone; a press jumps there. */
export function ResultSheet({ cells, current, onGoTo }: Props) {
  const t = useTranslations('questions')
  const cell = useCellInSight(current)
  const count = (state: SheetState) => cells.filter((one) => one.state === state).length
  return (
    <>
      <h2 className="h3">{t('sheet')}</h2>
      <p className={`legend num ${styles.legend}`}>
        <span><span className="cell right" aria-hidden="true"><Icon of={Check} className="i g" /></span>{t('legend.right')} {count('right')}</span>
        <span><span className="cell wrong" aria-hidden="true"><Icon of={X} className="i g" /></span>{t('legend.wrong')} {count('wrong')}</span>
        <span><span className="cell now" aria-hidden="true" />{t('legend.current')}</span>
      </p>
      {sheetGroups(cells).map(({ kind, items, score }) => (
        <section key={kind}>
          <h3 className={styles.group}>{t(`kinds.${kind}`)} <span className="num">{score > 0 ? t('group', { count: items.length, score }) : t('groupPlain', { count: items.length })}</span></h3>
          <div className={`sheet ${styles.cells}`}>
            {items.map(({ number, question: { id, state } }) => {
              const isNow = number - 1 === current
              return (
                <button
                  key={id} ref={isNow ? cell : undefined} type="button" className={['cell num', (state === 'right' || state === 'wrong') && state, isNow && 'now'].filter(Boolean).join(' ')} aria-current={isNow ? 'step' : undefined}
                  aria-label={t('cell', { number, state, current: isNow ? 'yes' : 'no' })} onClick={() => onGoTo(number - 1)}
                >
                  {number}
                  {state === 'right' && <Icon of={Check} className="i g" aria-hidden="true" />}
                  {state === 'wrong' && <Icon of={X} className="i g" aria-hidden="true" />}
                </button>
              )
            })}
          </div>
        </section>
      ))}
    </>
  )
}
