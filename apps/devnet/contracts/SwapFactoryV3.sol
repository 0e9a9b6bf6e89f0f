// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SwapPoolV3} from "./SwapPoolV3.sol";

/// @title SwapFactoryV3
/// @notice Makes the pools of local chains with fees to choose from, one for two tokens and a fee, with the interface of Uniswap v3's
/// factory.
contract SwapFactoryV3 {
    event PoolCreated(
        address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool
    );

    error FeeUnknown();
    error PoolExists();
    error SameToken();

    mapping(address => mapping(address => mapping(uint24 => address))) public getPool;
    mapping(uint24 fee => int24) public feeAmountTickSpacing;

    constructor() {
        feeAmountTickSpacing[100] = 1;
        feeAmountTickSpacing[500] = 10;
        feeAmountTickSpacing[3000] = 60;
        feeAmountTickSpacing[10000] = 200;
    }

    function createPool(address tokenA, address tokenB, uint24 fee) external returns (address pool) {
        if (tokenA == tokenB || tokenA == address(0) || tokenB == address(0)) revert SameToken();
        if (feeAmountTickSpacing[fee] == 0) revert FeeUnknown();
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        if (getPool[token0][token1][fee] != address(0)) revert PoolExists();
        pool = address(new SwapPoolV3{salt: keccak256(abi.encode(token0, token1, fee))}(token0, token1, fee));
        getPool[token0][token1][fee] = pool;
        getPool[token1][token0][fee] = pool;
        emit PoolCreated(token0, token1, fee, feeAmountTickSpacing[fee], pool);
    }
}
