import { Type, type Static } from 'typebox';
import { orderLimits } from '../../order/data/limits.ts';
import { parcelStep, shipment } from '../../order/wire/goods.ts';
import { cellNumbers, cellState, overrides, testId, workDone } from '../../order/wire/order-parts.ts';
import { hash, fileFields, attachedFiles } from '../../ground/wire/file-refs.ts';
import { id, int4 } from '../../ground/wire/parts.ts';
import { conversationTitleChars, messageChars, questionChars } from '../../chat/text-lengths.ts';
import { earlierQuestions, handoffNoteChars, turnChars, walkedSteps } from '../../chat/handoff-turn.ts';

/** JSON Schemas of the arguments of each command, which the server validates. The browser imports types only. */

const seenCells = Type.Array(
  Type.Object({
    ranges: Type.Array(Type.Tuple([int4(1), int4(1)]), { maxItems: orderLimits.cellsPerOrder }),
    state: cellState,
    test: Type.Optional(testId),
  }),
  { maxItems: orderLimits.cellsPerOrder },
);
const reason = Type.String({ maxLength: orderLimits.reasonChars });

export const commandArgs = {
  'room.open': Type.Object({
    roomId: id,
    type: Type.Enum([1, 2, 3, 4, 5, 6, 7]),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    orderId: Type.Optional(id),
    resultName: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  'chat.send': Type.Object({
    roomId: id,
    content: Type.String({ maxLength: messageChars }),
    files: attachedFiles,
    replyTo: Type.Optional(id),
    /** In a report of the failure finder: its questions with the choices taken, and what else the experts shall know. */
    steps: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: turnChars }), {
        minItems: 1,
        maxItems: walkedSteps,
      }),
    ),
    note: Type.Optional(Type.String({ maxLength: handoffNoteChars })),
  }),
  'message.redact': Type.Object({ roomId: id, messageId: id }),
  'member.remove': Type.Object({ roomId: id, userId: id }),
  'read.mark': Type.Object({ roomId: id, upTo: int4(1) }),
  'question.ask': Type.Object({
    roomId: id,
    text: Type.String({ minLength: 1, maxLength: questionChars }),
    chatType: Type.Enum([1, 2, 3, 4]),
    files: Type.Optional(attachedFiles),
    branchOf: Type.Optional(id),
  }),
  'feedback.give': Type.Object({
    roomId: id,
    answerId: id,
    rating: Type.Union([Type.Literal(1), Type.Literal(-1)]),
    comment: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  'handoff.request': Type.Object({
    roomId: id,
    expertRoomId: id,
    questionId: Type.Optional(id),
    /** Ids of the questions asked just before, which are handed over with their answers. */
    earlier: Type.Optional(Type.Array(id, { maxItems: earlierQuestions })),
    files: Type.Optional(attachedFiles),
    note: Type.Optional(Type.String({ maxLength: handoffNoteChars })),
    /** The order that the customer looked at last. */
    orderId: Type.Optional(id),
  }),
  'room.rename': Type.Object({ roomId: id, title: Type.String({ maxLength: conversationTitleChars }) }),
  'room.pin': Type.Object({ roomId: id, pinned: Type.Boolean() }),
  'room.delete': Type.Object({ roomId: id }),
  'room.restore': Type.Object({ roomId: id }),
  'room.assign': Type.Object({
    roomId: id,
    /** The sender, who takes the room; null to hand it back. */
    assigneeId: Type.Union([id, Type.Null()]),
    /** User who replied there when the sender decided; null for none. */
    expectAssigneeId: Type.Union([id, Type.Null()]),
  }),
  'order.patch': Type.Object({
    orderId: id,
    changes: Type.Array(
      Type.Object({
        path: Type.String({ minLength: 1, maxLength: 200 }),
        value: Type.Unknown(),
        base: Type.Union([id, Type.Null()]),
      }),
      { minItems: 1, maxItems: orderLimits.changesPerPatch },
    ),
  }),
  /** Colleagues who may edit the draft beside its owner: the whole list. */
  'order.share': Type.Object({ orderId: id, userIds: Type.Array(id, { maxItems: orderLimits.colleagues }) }),
  'order.place': Type.Object({ orderId: id, docHash: Type.Optional(hash), quoteHash: hash }),
  'order.transition': Type.Object({
    orderId: id,
    event: Type.String({ maxLength: 40 }),
    expectStatus: Type.String({ maxLength: 40 }),
    /** The `sseq` of the order that the user has seen, where any other change since then matters too. */
    expectVersion: Type.Optional(int4(1)),
    reason: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
    /** Note of staff for each other: it is in no event, so customers never get it. */
    note: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
    // of APPROVE
    overrides: Type.Optional(overrides),
    validUntil: Type.Optional(Type.String({ maxLength: 40 })),
    // of ACCEPT_QUOTE: the price that the user has seen
    quoteHash: Type.Optional(hash),
    // of SHIP
    shipment: Type.Optional(shipment),
    // of CANCEL by staff after the price was accepted
    workDone: Type.Optional(workDone),
  }),
  /** Note of staff for each other about an order. It is in no event, so customers never get it. */
  'order.note': Type.Object({ orderId: id, text: Type.String({ minLength: 1, maxLength: orderLimits.reasonChars }) }),
  /** Change of the expert in charge of an order; null for none. */
  'order.assign': Type.Object({
    orderId: id,
    expertId: Type.Union([id, Type.Null()]),
    /** Expert in charge when the user decided. */
    expectId: Type.Union([id, Type.Null()]),
    reason: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
  }),
  'parcel.change': Type.Object({ orderId: id, parcelId: id, ...parcelStep }),
  /** Change of cells: see `cellStates`. Numbers after the last cell add cells. */
  'cells.mark': Type.Object({
    orderId: id,
    numbers: cellNumbers,
    state: cellState,
    test: Type.Optional(testId),
    reason: Type.Optional(reason),
    /**
     * State of these cells as the user saw it; see `seen-cells.ts`. Without it, the change is for the cells as they
     * are.
     */
    seen: Type.Optional(seenCells),
  }),
  /** A report that staff keep until they publish it. It is in no event, so customers do not get it. */
  'report.add': Type.Object({
    orderId: id,
    reportId: id,
    name: Type.String({ minLength: 1, maxLength: orderLimits.reportNameChars }),
    /** Null: all tests of the order. */
    test: Type.Union([testId, Type.Null()]),
    numbers: cellNumbers,
    note: reason,
    /** One file, as a list because the outbox uploads what a command lists under this name. */
    files: Type.Array(
      Type.Object({ ...fileFields, size: Type.Integer({ minimum: 0, maximum: orderLimits.reportBytes }) }),
      {
        minItems: 1,
        maxItems: 1,
      },
    ),
  }),
  'report.publish': Type.Object({
    orderId: id,
    reportIds: Type.Array(id, { minItems: 1, maxItems: orderLimits.reportsPerOrder }),
  }),
  'report.withdraw': Type.Object({ orderId: id, reportId: id, reason }),
} as const;

export type CommandType = keyof typeof commandArgs;
export type CommandArgs<T extends CommandType = CommandType> = Static<(typeof commandArgs)[T]>;
