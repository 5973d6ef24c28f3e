import type { Retrieval } from '#domain/assistant/retrieval/retrieve.ts';
import type { Part } from '../../spine/work/part.ts';
import type { ModelSource } from '../model/prompt.ts';
import { type OpenAnswer, openingAnswers } from '../store/open-answers.ts';

/** A question that a language model answers after the commit. */
interface AskedModel extends OpenAnswer {
  question: string;
  sources: readonly ModelSource[];
  retrieval: Retrieval;
  /** The room's members. */
  members: string[];
}

/** Language model that writes answers, as commands use it. */
export interface ModelWriter {
  /** Name of this process, which holds the answers that it writes. */
  holder: string;
  /** Returns where the model may be asked; undefined without a model, or while it is switched off. */
  mayAsk(asker: string, roomIds: readonly string[]): Promise<{ rooms: Set<string>; sendsFiles: boolean } | undefined>;
  /** Begins to write answers whose questions are committed. */
  start(asked: readonly AskedModel[]): void;
}

interface ModelAnswersView {
  /** Has the model answer after the commit. */
  ask(asked: AskedModel): void;
}

export type ModelAnswers = Part<never, ModelAnswersView, null, AskedModel>;

/** Creates the part of answers that a language model writes. @param writer undefined without a model */
export function modelAnswersPart(writer: ModelWriter | undefined): ModelAnswers {
  return {
    name: 'assistant.modelAnswers',
    open(_rows, { write }) {
      const asked: AskedModel[] = [];
      return {
        view: { ask: write },
        unlogged: ({ instead }) => instead,
        apply: (each) => void asked.push(each),
        save(batch) {
          if (asked.length > 0) batch.add(openingAnswers(writer?.holder ?? '', asked.map(storedOf)));
        },
        committed() {
          if (asked.length > 0) writer?.start(asked);
        },
      };
    },
  };
}

/** Returns what is stored of it: not its sources, because only the process that was asked asks the model. */
function storedOf({ id, roomId, questionId, asker, instead }: AskedModel): OpenAnswer {
  return { id, roomId, questionId, asker, instead };
}
