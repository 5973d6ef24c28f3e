import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { carrierEvent } from '#domain/order/wire/goods.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keepBytes, signedBody } from '../../http/signed-calls.ts';
import { networkOf } from '../../ground/network.ts';
import { writeShipmentReport } from '../work/shipments-in-log.ts';
import { keepAuditEntry } from '../../session/audit-entries.ts';
import { refusalFor, validatorOf } from '../../ground/validation.ts';

/** Largest event of a carrier. */
const carrierEventBytes = 4096;

const read = validatorOf(carrierEvent);

/**
 * Registers the call with which carriers, or a service that speaks for them, report on shipments. Only the signature
 * authenticates it. Without a secret there is no such call, and a shipment that is not known yet is not found, so that
 * it is sent again.
 */
export async function carrierHook(app: FastifyInstance, { config, db, hints }: Deps): Promise<void> {
  await app.register(async (raw) => {
    keepBytes(raw);
    raw.post(
      '/hooks/carrier',
      {
        bodyLimit: carrierEventBytes,
        // The signature is over the bytes, so they are checked first and read afterwards; the schema is for the description.
        validatorCompiler: () => () => true,
        schema: { body: carrierEvent, response: { 200: Type.Object({ received: Type.Boolean() }) } },
      },
      async (request) => {
        const secret = requireFound(config.carrierSecret);
        const event = read(signedBody(request, 'x-carrier-signature', secret));
        if ('problems' in event) throw refusalFor(event.problems);
        if (Number.isNaN(Date.parse(event.value.at)))
          throw new Refusal('VALIDATION', [{ path: 'at', code: 'pattern' }]);
        const written = requireFound(await writeShipmentReport(db, event.value));
        for (const { order, pos, event: announced } of written) {
          const { id, ownerId, companyId } = order;
          await keepAuditEntry(db, {
            what: 'order.shipment_reported',
            about: id,
            request_id: request.id,
            network: networkOf(request.ip, 24),
          });
          hints.committed([{ stream: announced.stream, members: [ownerId], staff: true, companyId }], pos, [announced]);
        }
        return { received: true };
      },
    );
  });
}
