-- eu takes in: a local payment (twice), one to us (twice), one that us refuses, one without funds, bytes that are no message.
insert into intent (business_key) values ('bk-1'), ('bk-2'), ('bk-3'), ('bk-4');

insert into payment (id, business_key, request_key, tenant, payer, payee, amount_minor, currency, fingerprint, fingerprint_version,
                     state, reason, version, origin_region, home_region, message_id, occurred_at)
values ('pay-eu-1', 'bk-1', 'rk-1', 'shop', 'acc-eu-alice', 'acc-eu-bob',    100, 'EUR', '\x00112233445566778899aabbccddee01', 1,
        'SETTLED',  null,                 2, 'eu', 'eu', 'msg-1', now()),
       ('pay-eu-2', 'bk-2', 'rk-2', 'shop', 'acc-eu-alice', 'acc-us-carol',  250, 'EUR', '\x00112233445566778899aabbccddee02', 1,
        'SETTLED',  null,                 2, 'eu', 'eu', 'msg-2', now()),
       ('pay-eu-3', 'bk-3', 'rk-3', 'shop', 'acc-eu-alice', 'acc-us-dave',    50, 'EUR', '\x00112233445566778899aabbccddee03', 1,
        'REJECTED', 'PAYEE_CLOSED',       2, 'eu', 'eu', 'msg-3', now()),
       ('pay-eu-4', 'bk-4', 'rk-4', 'shop', 'acc-eu-alice', 'acc-eu-bob',   9999, 'EUR', '\x00112233445566778899aabbccddee04', 1,
        'REJECTED', 'INSUFFICIENT_FUNDS', 2, 'eu', 'eu', 'msg-4', now());

insert into payment_history (payment_id, version, from_state, to_state, cause, message_id, at)
select id, 1, null,     'ROUTED', 'request', message_id,  now() from payment union all
select id, 2, 'ROUTED', state,    'result',  'res-' || id, now() from payment;

insert into dedup_key (consumer_group, key, generation, fingerprint, fingerprint_version)
select 'region-consumer', '16:PaymentRequested,4:' || business_key || ',4:' || request_key || ',', 1, fingerprint, 1 from payment;

insert into parked_message (id, consumer_group, dedup_key, fingerprint, reason, detail, topic, partition, record_offset, headers)
values ('prk-1', 'region-consumer', 'sha256:beef', '\x', 'BROKEN_JSON', 'no JSON', 'payments.eu', 0, 6, '\x');

insert into delivery_count (consumer_group, topic, partition, outcome, tier, cause, n)
values ('region-consumer', 'payments.eu', 0, 'applied',   '',     '',           4),
       ('region-consumer', 'payments.eu', 0, 'duplicate', 'warm', 'redelivery', 2),
       ('region-consumer', 'payments.eu', 0, 'parked',    '',     '',           1);

insert into consumed_position (consumer_group, topic, partition, topic_id, next_offset)
values ('region-consumer', 'payments.eu', 0, 'topic-id', 7);

insert into outbox (lane, topic, message_id, headers, sent_at) values (3, 'ledger-commands.eu', 'cmd-eu-1', '\x', now());

insert into id_block (region, kind, region_number, system_identifier, timeline, epoch_offset, epoch_raise, next_sequence)
values ('eu', 'pay', 2, 1, 1, 0, 0, 200);
insert into id_lease (region, kind, epoch, first, last, node, at, number)
values ('eu', 'pay', 4, 0, 99, 'a', now() - interval '1 minute', 1), ('eu', 'pay', 4, 100, 199, 'b', now(), 2);
